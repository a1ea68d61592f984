// A function over HTTP, by HttpListener: what is posted goes in, what comes out is the answer. A part of several examples.

using System.Net;
using System.Text;

namespace Tenure.Examples.Http;

/// <summary>A server that has begun; it ends when it is disposed.</summary>
internal sealed class Server : IDisposable
{
    private const int Threads = 8;

    private readonly HttpListener _listener = new();
    private readonly Func<byte[], string> _answer;
    private readonly Thread[] _threads;
    private volatile bool _ends; // the listener says that it listens until it has woken all who wait

    /// <summary>Begins. Several threads call <paramref name="answer"/>, which returns JSON.</summary>
    public Server(int port, Func<byte[], string> answer)
    {
        _answer = answer;
        _listener.Prefixes.Add($"http://localhost:{port}/");
        _listener.Start();
        _threads = [.. Enumerable.Range(0, Threads).Select(_ => new Thread(Serve) { IsBackground = true })];
        Array.ForEach(_threads, thread => thread.Start());
    }

    public void Dispose()
    {
        _ends = true;
        _listener.Stop();
        Array.ForEach(_threads, thread => thread.Join());
        _listener.Close();
    }

    private void Serve()
    {
        while (true)
        {
            try
            {
                Answer(_listener.GetContext());
            }
            catch (Exception error) when (error is HttpListenerException or ObjectDisposedException)
            {
                if (_ends)
                {
                    return;
                }
            }
        }
    }

    private void Answer(HttpListenerContext context)
    {
        HttpListenerResponse response = context.Response;
        using var posted = new MemoryStream();
        context.Request.InputStream.CopyTo(posted);
        try
        {
            byte[] json = Encoding.UTF8.GetBytes(_answer(posted.ToArray()));
            response.ContentType = "application/json";
            response.ContentLength64 = json.Length;
            response.OutputStream.Write(json);
        }
        catch (BusyException)
        {
            response.StatusCode = (int)HttpStatusCode.ServiceUnavailable;
            response.AddHeader("Retry-After", "1");
        }
        catch (ArgumentException)
        {
            response.StatusCode = (int)HttpStatusCode.BadRequest;
        }
        finally
        {
            response.Close(); // to dispose of it would end the connection before the client has read all
        }
    }
}

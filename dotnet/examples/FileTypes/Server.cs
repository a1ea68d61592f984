// The kinds of files over HTTP, by HttpListener.

using System.Net;
using System.Text;

namespace Tenure.Examples.FileTypes;

/// <summary>A server that has begun; it ends when it is disposed.</summary>
internal sealed class Server : IDisposable
{
    private const int Threads = 8;

    private readonly HttpListener _listener = new();
    private readonly FileKinds _kinds;
    private readonly Thread[] _threads;
    private volatile bool _ends; // the listener says that it listens until it has woken all who wait

    public Server(FileKinds kinds, int port)
    {
        _kinds = kinds;
        kinds.WarmUp();
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
        using var file = new MemoryStream();
        context.Request.InputStream.CopyTo(file);
        try
        {
            byte[] json = Encoding.UTF8.GetBytes(_kinds.Of(file.ToArray()).Json);
            response.ContentType = "application/json";
            response.ContentLength64 = json.Length;
            response.OutputStream.Write(json);
        }
        catch (BusyException)
        {
            response.StatusCode = (int)HttpStatusCode.ServiceUnavailable;
            response.AddHeader("Retry-After", "1");
        }
        finally
        {
            response.Close(); // to dispose of it would end the connection before the client has read all
        }
    }
}

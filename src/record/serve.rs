//! A page for a browser on this machine: a server on the loopback address, off unless started.
//!
//! Invariant: it answers only `GET` of the one address that has its token, to a browser that was sent to
//! the loopback address by that name (a site that makes its own name mean this machine is refused), and
//! changes nothing. A request has a few seconds and a few kilobytes, and four are served at a time. A
//! server that is stopped has no thread any more, however slow its clients are.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Connections at a time; others are closed at once.
const MOST_CONNECTIONS: usize = 4;
/// Bytes of a request, all of which are its head.
const MOST_HEAD: usize = 8 << 10;
const TO_READ: Duration = Duration::from_secs(5);
const TO_WRITE: Duration = Duration::from_secs(60);
/// How often the thread looks for connections, and whether the server is stopped.
const EVERY: Duration = Duration::from_millis(20);

/// Makes the bytes of the page at each request; an error is shown as text.
pub type Page = dyn Fn() -> Result<Vec<u8>, String> + Send + Sync;

struct Server {
    address: String,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    port: u16,
    token: String,
    page: Box<Page>,
    is_over: AtomicBool,
    /// The open connections, by a number.
    open: Mutex<HashMap<u64, TcpStream>>,
}

static SERVERS: Mutex<Option<HashMap<u64, Server>>> = Mutex::new(None);
static LAST: AtomicU64 = AtomicU64::new(0);

/// Starts a server on a port of the loopback address, 0 for any free one, and returns its number.
pub fn start(port: u16, page: Box<Page>) -> io::Result<u64> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    let token = token();
    let address = format!("http://127.0.0.1:{port}/{token}/");
    let shared =
        Arc::new(Shared { port, token, page, is_over: AtomicBool::new(false), open: Mutex::new(HashMap::new()) });
    let of_thread = Arc::clone(&shared);
    let body = move || listen(&listener, &of_thread);
    let thread = std::thread::Builder::new().name("tenure-page".into()).spawn(body)?;
    let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    SERVERS.lock().get_or_insert_default().insert(number, Server { address, shared, thread: Some(thread) });
    Ok(number)
}

/// The address of the page, with the token; `None` if this server is not running.
pub fn address(number: u64) -> Option<String> {
    SERVERS.lock().as_ref()?.get(&number).map(|server| server.address.clone())
}

/// Stops a server, and waits for its threads; false if it is not running.
pub fn stop(number: u64) -> bool {
    let server = SERVERS.lock().as_mut().and_then(|servers| servers.remove(&number));
    server.is_some()
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join(); // it has no result, and a panic of it is not the caller's
        }
    }
}

/// 128 bits that nobody can guess: SipHash with the keys that the system's random numbers gave the process.
fn token() -> String {
    let keys = RandomState::new();
    format!("{:016x}{:016x}", keys.hash_one(1u8), keys.hash_one(2u8))
}

fn listen(listener: &TcpListener, shared: &Arc<Shared>) {
    let mut threads: Vec<JoinHandle<()>> = Vec::new();
    let mut last = 0;
    while !shared.is_over.load(Ordering::Acquire) {
        threads.retain(|thread| !thread.is_finished());
        match listener.accept() {
            Ok((stream, from)) if from.ip().is_loopback() && threads.len() < MOST_CONNECTIONS => {
                last += 1;
                threads.extend(connect(stream, last, shared));
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => std::thread::sleep(EVERY), // nobody is there, or the system has no room for a connection
        }
    }
    // Wakes those who wait for a client. Each has been entered before its thread began.
    for stream in shared.open.lock().values() {
        let _ = stream.shutdown(Shutdown::Both); // it may be closed already
    }
    for thread in threads {
        let _ = thread.join(); // as above
    }
}

/// Answers a connection on a thread of its own; `None` if the system refuses one.
fn connect(stream: TcpStream, number: u64, shared: &Arc<Shared>) -> Option<JoinHandle<()>> {
    stream.set_nonblocking(false).ok()?;
    shared.open.lock().insert(number, stream.try_clone().ok()?);
    let of_thread = Arc::clone(shared);
    let body = move || {
        let _ = answer(stream, &of_thread); // the client has gone, or was too slow
        of_thread.open.lock().remove(&number);
    };
    let thread = std::thread::Builder::new().name("tenure-page".into()).spawn(body).ok();
    if thread.is_none() {
        shared.open.lock().remove(&number);
    }
    thread
}

fn answer(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    let head = read_head(&mut stream)?;
    let (status, kind, body) = match refusal(&head, shared) {
        Some((status, why)) => (status, "text/plain", why.as_bytes().to_vec()),
        None => match (shared.page)() {
            Ok(page) => ("200 OK", "text/html", page),
            Err(why) => ("500 Internal Server Error", "text/plain", why.into_bytes()),
        },
    };
    let allow = if status.starts_with("405") { "Allow: GET\r\n" } else { "" };
    let n = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {n}\r\n{allow}\
         Connection: close\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
         Content-Security-Policy: frame-ancestors 'none'\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n"
    );
    let until = Instant::now() + TO_WRITE;
    write_until(&mut stream, head.as_bytes(), until)?;
    write_until(&mut stream, &body, until)?;
    stream.shutdown(Shutdown::Write)
}

/// The head of a request, up to the empty line.
fn read_head(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let until = Instant::now() + TO_READ;
    let mut head = Vec::new();
    let mut part = [0; 1024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        stream.set_read_timeout(Some(left(until)?))?;
        match stream.read(&mut part)? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            n => head.extend_from_slice(&part[..n]),
        }
        if head.len() > MOST_HEAD {
            return Ok(Vec::new()); // refused as a bad request
        }
    }
    Ok(head)
}

fn write_until(stream: &mut TcpStream, mut bytes: &[u8], until: Instant) -> io::Result<()> {
    while !bytes.is_empty() {
        stream.set_write_timeout(Some(left(until)?))?;
        match stream.write(&bytes[..bytes.len().min(1 << 16)])? {
            0 => return Err(ErrorKind::WriteZero.into()),
            n => bytes = &bytes[n..],
        }
    }
    Ok(())
}

fn left(until: Instant) -> io::Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// Why a request is refused: a status and a text; `None` if it gets the page.
fn refusal(head: &[u8], shared: &Shared) -> Option<(&'static str, &'static str)> {
    const BAD: Option<(&str, &str)> = Some(("400 Bad Request", "This is not a request for the page.\n"));
    let Ok(head) = std::str::from_utf8(head) else { return BAD };
    let mut lines = head.split("\r\n");
    let mut first = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(path), Some(version), None) = (first.next(), first.next(), first.next(), first.next())
    else {
        return BAD;
    };
    if !version.starts_with("HTTP/1.") {
        return BAD;
    }
    let headers = lines.filter_map(|line| line.split_once(':'));
    let mut hosts = headers.filter(|(name, _)| name.eq_ignore_ascii_case("host")).map(|(_, host)| host.trim());
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return BAD };
    let own = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", shared.port));
    if !own.iter().any(|own| host.eq_ignore_ascii_case(own)) {
        return Some(("403 Forbidden", "The page is served as 127.0.0.1 only.\n"));
    }
    let path = path.strip_prefix('/').unwrap_or(path);
    if !is_same(path.strip_suffix('/').unwrap_or(path).as_bytes(), shared.token.as_bytes()) {
        return Some(("404 Not Found", "There is no page here. Its address has a token.\n"));
    }
    if method != "GET" {
        return Some(("405 Method Not Allowed", "The page can only be read.\n"));
    }
    None
}

/// Whether two texts are equal, in a time that does not say where they differ.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::net::SocketAddr;

    fn port(address: &str) -> SocketAddr {
        address.trim_start_matches("http://").split('/').next().expect("a host").parse().expect("it is an address")
    }

    struct Running(u64);

    impl Running {
        fn new() -> Running {
            Running(start(0, Box::new(|| Ok(b"<p>page</p>".to_vec()))).expect("a free port"))
        }

        fn address(&self) -> String {
            address(self.0).expect("it runs")
        }

        /// The status of an answer to a request with `{token}` and `{host}` filled in, and the body.
        fn ask(&self, request: &str) -> (String, String) {
            let (address, at) = (self.address(), port(&self.address()));
            let token = address.trim_end_matches('/').rsplit('/').next().expect("a token").to_string();
            let mut stream = TcpStream::connect(at).expect("it listens");
            let request = request.replace("{token}", &token).replace("{host}", &at.to_string());
            stream.write_all(request.as_bytes()).expect("it reads");
            let mut answer = String::new();
            let _ = stream.read_to_string(&mut answer); // a refused one may be reset
            let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
            (head.lines().next().unwrap_or_default().replace("HTTP/1.1 ", ""), body.to_string())
        }
    }

    impl Drop for Running {
        fn drop(&mut self) {
            stop(self.0);
        }
    }

    #[test]
    fn only_the_address_with_the_token_has_the_page() {
        let server = Running::new();
        let page = ("200 OK".to_string(), "<p>page</p>".to_string());
        assert_eq!(server.ask("GET /{token}/ HTTP/1.1\r\nHost: {host}\r\n\r\n"), page);
        assert_eq!(server.ask("GET /{token} HTTP/1.0\r\nhost:  {host} \r\nX: y\r\n\r\n"), page);
        let port = port(&server.address()).port();
        assert_eq!(server.ask(&format!("GET /{{token}}/ HTTP/1.1\r\nHost: LocalHost:{port}\r\n\r\n")), page);
        let wrong = "0".repeat(32);
        for (request, status) in [
            ("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n", "404 Not Found"),
            (&*format!("GET /{wrong}/ HTTP/1.1\r\nHost: {{host}}\r\n\r\n"), "404 Not Found"),
            ("GET /{token}x/ HTTP/1.1\r\nHost: {host}\r\n\r\n", "404 Not Found"),
            ("GET /{token}/../ HTTP/1.1\r\nHost: {host}\r\n\r\n", "404 Not Found"),
            ("GET /{token}/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", "403 Forbidden"),
            ("GET /{token}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "403 Forbidden"),
            ("GET /{token}/ HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n", "400 Bad Request"),
            ("GET /{token}/ HTTP/1.1\r\n\r\n", "400 Bad Request"),
            ("GET /{token}/ HTTP/2\r\nHost: {host}\r\n\r\n", "400 Bad Request"),
            ("GET /{token}/\r\nHost: {host}\r\n\r\n", "400 Bad Request"),
            ("POST /{token}/ HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n", "405 Method Not Allowed"),
            ("\r\n\r\n", "400 Bad Request"),
        ] {
            let (got, body) = server.ask(request);
            assert_eq!(got, status, "{request}");
            assert!(!body.contains("page</p>"), "{request}");
        }
    }

    #[test]
    fn a_request_without_an_end_is_cut_off() {
        let server = Running::new();
        let long = format!("GET /{{token}}/ HTTP/1.1\r\nHost: {{host}}\r\nX: {}\r\n\r\n", "y".repeat(2 * MOST_HEAD));
        let (status, body) = server.ask(&long);
        assert!(body.is_empty() || !body.contains("page</p>"), "{status}");
        assert!(["", "400 Bad Request"].contains(&&*status), "{status}");
    }

    #[test]
    fn slow_clients_keep_nobody_from_stopping_and_there_are_few() {
        let server = Running::new();
        let at = port(&server.address());
        let mut slow: Vec<TcpStream> =
            (0..MOST_CONNECTIONS).map(|_| TcpStream::connect(at).expect("listens")).collect();
        slow.iter_mut().for_each(|stream| stream.write_all(b"GET").expect("it is open"));
        while SERVERS.lock().as_ref().expect("one")[&server.0].shared.open.lock().len() < MOST_CONNECTIONS {
            std::thread::yield_now();
        }
        let (status, _) = server.ask("GET /{token}/ HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert_eq!(status, "", "a fifth one is closed");
        let started = Instant::now();
        assert!(stop(server.0) && !stop(server.0));
        assert!(started.elapsed() < TO_READ, "it did not wait for them");
        assert_eq!(address(server.0), None);
        assert!(TcpStream::connect(at).is_err(), "nobody listens any more");
    }

    #[test]
    fn a_port_in_use_is_refused() {
        let server = Running::new();
        let error = start(port(&server.address()).port(), Box::new(|| Ok(Vec::new()))).expect_err("it is in use");
        assert_eq!(error.kind(), ErrorKind::AddrInUse);
    }

    #[test]
    fn a_page_that_fails_is_an_error_and_tokens_differ() {
        let server = Running(start(0, Box::new(|| Err("no page".into()))).expect("a free port"));
        let got = server.ask("GET /{token}/ HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert_eq!(got, ("500 Internal Server Error".into(), "no page".into()));
        let other = Running::new();
        assert_ne!(other.address().rsplit('/').nth(1), server.address().rsplit('/').nth(1));
        assert!(is_same(b"ab", b"ab") && !is_same(b"ab", b"ac") && !is_same(b"ab", b"a") && is_same(b"", b""));
    }
}

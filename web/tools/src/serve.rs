//! A server of files for this machine.

use crate::request::{file_of, media_type, path_of};
use anyhow::{Context, Result};
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// The time that a browser has for its request.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most lines of a request that are read.
const MOST_LINES: usize = 200;

/// Serves the files of a folder until the program ends. Port 0 is any free port; the line that is printed names it.
pub(crate) fn serve(folder: &Path, port: u16) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("port {port} cannot be used; name another one"))?;
    println!("http://{}/", listener.local_addr()?);
    io::stdout().flush()?;
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        // A browser that hangs up in the middle takes nothing from the others.
        thread::spawn(move || answer(&stream, &folder).ok());
    }
    Ok(())
}

fn answer(mut stream: &TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream).lines();
    let Some(first) = lines.next().transpose()? else { return Ok(()) };
    for line in lines.take(MOST_LINES) {
        if line?.is_empty() {
            break;
        }
    }
    let file = path_of(&first).and_then(|path| file_of(folder, path));
    let (status, kind, body) = match file.as_ref().map(fs::read) {
        Some(Ok(body)) => ("200 OK", media_type(file.as_deref().unwrap_or(folder)), body),
        _ => ("404 Not Found", "text/plain; charset=utf-8", b"there is no such file".to_vec()),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n\
         Connection: close\r\n\r\n"
    )?;
    if !first.starts_with("HEAD") {
        stream.write_all(&body)?;
    }
    stream.flush()
}

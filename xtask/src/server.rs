//! A static file server on the loopback address: what `serve`, `test` and `bench` look at the site through.

use anyhow::Result;
use axum::{
    Router,
    http::{HeaderValue, header},
};
use std::{
    net::{Ipv4Addr, TcpListener},
    thread,
};
use tower_http::{services::ServeDir, set_header::SetResponseHeaderLayer};

/// Folders, each served under a URL prefix.
pub struct Server {
    router: Router,
}

impl Server {
    /// Serves `folder` at `/`.
    pub fn new(folder: &str) -> Self {
        Self { router: Router::new().fallback_service(ServeDir::new(folder)) }
    }

    /// Serves `folder` at `prefix` as well, which starts with a slash and ends without.
    pub fn mount(self, prefix: &str, folder: &str) -> Self {
        Self { router: self.router.nest_service(prefix, ServeDir::new(folder)) }
    }

    /// Answers on `listener` until the process ends.
    pub fn run(self, listener: TcpListener) -> Result<()> {
        // A rebuilt module under an unchanged URL must reach the next reload.
        let revalidate =
            SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        let router = self.router.layer(revalidate);
        tokio::runtime::Builder::new_current_thread().enable_io().build()?.block_on(async {
            listener.set_nonblocking(true)?;
            axum::serve(tokio::net::TcpListener::from_std(listener)?, router).await?;
            Ok(())
        })
    }

    /// Answers in the background, on a free port, until the process ends. Returns the URL of `/`.
    pub fn spawn(self) -> Result<String> {
        let listener = listen(0)?;
        let url = url(&listener)?;
        thread::spawn(|| self.run(listener));
        Ok(url)
    }
}

/// Listens on `port` of the loopback address, or on any free one for port 0.
pub fn listen(port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// The URL of `/` on `listener`.
pub fn url(listener: &TcpListener) -> Result<String> {
    Ok(format!("http://{}/", listener.local_addr()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{Read, Write},
        net::TcpStream,
    };

    #[test]
    fn files_come_from_the_root_and_from_mounts_and_are_revalidated() {
        let url = Server::new("src").mount("/package", ".").spawn().unwrap();

        let from_root = get(&url, "/main.rs");
        assert!(from_root.starts_with("HTTP/1.1 200 OK"), "{from_root}");
        assert!(from_root.contains("cache-control: no-cache"), "{from_root}");
        assert!(get(&url, "/package/Cargo.toml").contains("name = \"xtask\""));
        assert!(get(&url, "/absent").starts_with("HTTP/1.1 404"));
    }

    fn get(url: &str, path: &str) -> String {
        let address = url.trim_start_matches("http://").trim_end_matches('/');
        let mut connection = TcpStream::connect(address).unwrap();
        write!(connection, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        answer
    }
}

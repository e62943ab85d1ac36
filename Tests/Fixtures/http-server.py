#!/usr/bin/env python3
"""Serves a folder over HTTP on 127.0.0.1, well or badly: tests play from it what real servers do wrong.

usage: http-server.py [--port N] [--certificate FILE] [FOLDER]
Prints its port as the first line, then one line a request.

The path's first part is the behaviour, the rest the file:
  /FILE           as a good server does, with byte ranges
  /stall/FILE     headers and 64 KiB, then nothing, the connection stays open
  /hang/FILE      takes the connection and never answers
  /drop/FILE      closes in the middle of the body the first time; ranges work, and every later request is whole
  /lie/FILE       says "Accept-Ranges: bytes" and answers every range with 200 and the whole file
  /lie-range/FILE answers ranges with 206, but with the file's start and a Content-Range that says so
  /norange/FILE   "Accept-Ranges: none", ranges are ignored
  /nolength/FILE  no Content-Length, no ranges, the end is the closed connection
  /slow/FILE      64 KiB a second
  /late/FILE      answers nothing in the first four seconds after the first request
  /auth/FILE      only for the user "ann" with the password "p@ss:word"
  /token/FILE     only for requests with the header "X-Token: open sesame"
  /cookie/FILE    a list (.m3u8) sets a cookie; all else only for who sends it back
  /elsewhere-PORT/FILE  302 to /token/FILE of another server of this machine
  /404/FILE, /403/FILE, /500/FILE
  /redirect/FILE  302 to /FILE;  /loop/FILE redirects to itself
  /icy/FILE       an endless stream of the file's bytes (mp3) with an ICY title that changes with every round, or the
                  bytes of ?title=
  /etag/FILE      with an entity tag, and 304 to whoever has it already; other paths have none
  /tag-N/FILE     with an entity tag of N bytes
  /huge/FILE      says it has 4 GiB: the file's bytes, then zeros; ranges work
  /huge-norange/FILE  the same without ranges
  /trickle/FILE   a byte every tenth of a second
  /live-W/LIST    an HLS media playlist as if it were being made: it began at the first request, a window of W seconds
                  slides over its segments, over and over; its dates are those of the clock
  /live-W-N/LIST  an event: nothing slides out, and after N seconds it has ended
  /slide-W-N/LIST  a window that slides like /live-W/, and after N seconds the stream has ended
  /requests       one line for each request so far: the client's port, the method, the path, the range
"""

import argparse
import base64
import email.utils
import hashlib
import http.server
import mimetypes
import os
import re
import socketserver
import ssl
import sys
import threading
import time
import urllib.parse

BEHAVIOURS = {
    "stall", "hang", "drop", "lie", "lie-range", "norange", "nolength", "slow", "404", "403", "500", "redirect", "loop",
    "icy", "etag", "auth", "huge", "huge-norange", "trickle", "token", "cookie", "late",
}
TYPES = {
    ".mkv": "video/x-matroska", ".webm": "video/webm", ".mp4": "video/mp4", ".m4a": "audio/mp4", ".mp3": "audio/mpeg",
    ".opus": "audio/ogg", ".ogg": "audio/ogg", ".flac": "audio/flac", ".ts": "video/mp2t", ".m4s": "video/iso.segment",
    ".m3u8": "application/vnd.apple.mpegurl", ".mpd": "application/dash+xml", ".srt": "application/x-subrip",
}
PIECE = 16_384
LOGIN = "Basic " + base64.b64encode(b"ann:p@ss:word").decode()
HUGE = 4 << 30


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    folder = "."
    # Files that /drop/ has dropped once already.
    dropped = set()
    requests = []
    # When each file of /late/ was asked for first.
    asked = {}
    # When live events began, by list and length.
    events = {}
    dropped_lock = threading.Lock()

    def do_HEAD(self):
        self.answer(head_only=True)

    def do_GET(self):
        self.answer(head_only=False)

    def answer(self, head_only):
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path).lstrip("/")
        if path == "requests":
            self.list_requests()
            return
        requested = self.headers.get("Range", "-").strip()
        self.requests.append(f"{self.client_address[1]} {self.command} /{path} {requested}")
        behaviour, slash, rest = path.partition("/")
        is_known = behaviour in BEHAVIOURS or re.fullmatch(r"(tag|elsewhere)-[0-9]+|live-[0-9]+(-[0-9]+)?|slide-[0-9]+-[0-9]+", behaviour)
        if not slash or not is_known:
            behaviour, rest = "", path
        if behaviour == "hang":
            self.wait()
            return
        if behaviour == "auth" and self.headers.get("Authorization") != LOGIN:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="fixtures"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if behaviour == "late":
            time.sleep(max(0, self.asked.setdefault(rest, time.monotonic()) + 4 - time.monotonic()))
        is_list = rest.endswith(".m3u8")
        if behaviour == "token" and self.headers.get("X-Token") != "open sesame" or (
                behaviour == "cookie" and not is_list and self.headers.get("Cookie") != "visit=1"):
            self.send_error(403)
            return
        if behaviour.startswith("elsewhere-"):
            self.send_response(302)
            port = behaviour.partition("-")[2]
            self.send_header("Location", f"http://127.0.0.1:{port}/token/{urllib.parse.quote(rest)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if behaviour.isdigit():
            self.send_error(int(behaviour))
            return
        if behaviour in ("redirect", "loop"):
            target = rest if behaviour == "redirect" else path
            self.send_response(302)
            self.send_header("Location", "/" + urllib.parse.quote(target))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        name = os.path.realpath(os.path.join(self.folder, rest))
        if not name.startswith(self.folder + os.sep) or not os.path.isfile(name):
            self.send_error(404)
            return
        if behaviour.startswith(("live", "slide")) and name.endswith(".m3u8"):
            numbers = [int(part) for part in behaviour.split("-")[1:]]
            self.send_window(name, numbers, behaviour.startswith("slide") or len(numbers) == 1, head_only)
            return
        with open(name, "rb") as file:
            if behaviour == "icy":
                self.stream_icy(file.read(), head_only)
            else:
                self.send_file(file, name, behaviour, head_only)

    def send_window(self, name, numbers, slides, head_only):
        """What there is of a live stream now; numbers: the window's length, and how long the stream takes."""
        with self.dropped_lock:
            began = self.events.setdefault((name, slides, tuple(numbers)), time.time())
        head, segments = read_list(name)
        total = sum(length for length, _ in segments)
        elapsed = time.time() - began
        is_over = len(numbers) > 1 and elapsed >= numbers[1]
        # What the window held when it began was made before.
        end = numbers[0] + (numbers[1] if is_over else elapsed)
        first, entries, position, index = None, [], 0.0, 0
        while position + segments[index % len(segments)][0] <= end:
            length, uri = segments[index % len(segments)]
            if not slides or position >= end - numbers[0] - length:
                if first is None:
                    first = (index, position)
                if index > 0 and index % len(segments) == 0:
                    entries.append("#EXT-X-DISCONTINUITY")
                if index == first[0] or index % len(segments) == 0:
                    entries.append(f"#EXT-X-PROGRAM-DATE-TIME:{date_text(began - numbers[0] + position)}")
                entries += [f"#EXTINF:{length:.6f},", uri]
            position += length
            index += 1
        lines = ["#EXTM3U"] + head + [f"#EXT-X-MEDIA-SEQUENCE:{first[0]}"]
        lines.append(f"#EXT-X-DISCONTINUITY-SEQUENCE:{(first[0] - 1) // len(segments) if first[0] else 0}")
        lines += entries + (["#EXT-X-ENDLIST"] if is_over else [])
        body = ("\n".join(lines) + "\n").encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/vnd.apple.mpegurl")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if not head_only:
            self.wfile.write(body)

    def list_requests(self):
        body = "".join(f"{line}\n" for line in self.requests).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_file(self, file, name, behaviour, head_only):
        size = os.fstat(file.fileno()).st_size
        tag = None
        if behaviour == "etag":
            tag = '"' + hashlib.sha256(file.read()).hexdigest()[:16] + '"'
            if self.headers.get("If-None-Match") == tag:
                self.send_response(304)
                self.send_header("ETag", tag)
                self.end_headers()
                return
        if behaviour.startswith("tag-"):
            tag = '"' + "t" * (int(behaviour[4:]) - 2) + '"'
        if behaviour.startswith("huge"):
            size = HUGE
        first, last, status = 0, size - 1, 200
        asked = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", "").strip())
        if asked and any(asked.groups()) and behaviour not in ("lie", "norange", "nolength", "huge-norange"):
            status = 206
            if asked[1]:
                first = int(asked[1])
                last = min(int(asked[2]), size - 1) if asked[2] else size - 1
            else:
                first = max(0, size - int(asked[2]))
            if behaviour == "lie-range":
                first, last = 0, size - 1
            if first > last:
                self.send_response(416)
                self.send_header("Content-Range", f"bytes */{size}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
        self.send_response(status)
        extension = os.path.splitext(name)[1].lower()
        kind = TYPES.get(extension) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.send_header("Content-Type", kind)
        self.send_header("Last-Modified", email.utils.formatdate(os.stat(name).st_mtime, usegmt=True))
        self.send_header("Accept-Ranges", "none" if behaviour in ("norange", "nolength", "huge-norange") else "bytes")
        if tag:
            self.send_header("ETag", tag)
        if behaviour == "cookie" and extension == ".m3u8":
            self.send_header("Set-Cookie", "visit=1; Path=/")
        if status == 206:
            self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        if behaviour == "nolength":
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(last - first + 1))
        self.end_headers()
        if head_only:
            return
        with self.dropped_lock:
            drops = behaviour == "drop" and name not in self.dropped
            if drops:
                self.dropped.add(name)
        limit = last + 1
        if drops:
            limit = first + (last - first + 1) // 2
        elif behaviour == "stall":
            limit = min(limit, first + 65_536)
        file.seek(first)
        if behaviour == "trickle":
            self.copy(file, limit - first, piece_length=1, pause=0.1)
        else:
            self.copy(file, limit - first, pause=PIECE / 65_536 if behaviour == "slow" else 0, endless=size == HUGE)
        if drops:
            self.close_connection = True
        elif behaviour == "stall" and limit <= last:
            self.wait()

    def copy(self, file, count, pause, piece_length=PIECE, endless=False):
        while count > 0:
            piece = file.read(min(piece_length, count))
            if not piece and endless:
                piece = bytes(min(piece_length, count))
            if not piece:
                self.close_connection = True
                return
            self.wfile.write(piece)
            count -= len(piece)
            if pause:
                self.wfile.flush()
                time.sleep(pause)

    def stream_icy(self, body, head_only):
        """The body over and over at about twice the speed of a 128 kbit/s stream, titles between its pieces."""
        interval = 8_192
        wants_titles = self.headers.get("Icy-MetaData") == "1"
        self.send_response(200)
        self.send_header("Content-Type", "audio/mpeg")
        self.send_header("icy-name", "Fixture Radio")
        self.send_header("icy-genre", "Test")
        self.send_header("icy-br", "96")
        if wants_titles:
            self.send_header("icy-metaint", str(interval))
        self.send_header("Connection", "close")
        self.end_headers()
        if head_only:
            return
        self.close_connection = True
        given = urllib.parse.unquote_to_bytes(urllib.parse.urlsplit(self.path).query.partition("title=")[2])
        offset, announced, sent, began = 0, None, 0, time.monotonic()
        while True:
            piece = bytearray()
            while len(piece) < interval:
                taken = body[offset % len(body):][:interval - len(piece)]
                piece += taken
                offset += len(taken)
            self.wfile.write(piece)
            if wants_titles:
                title = given or f"Fixture Radio - Round {1 + offset // len(body)}".encode()
                text = b""
                if title != announced:
                    announced = title
                    text = b"StreamTitle='" + title + b"';"
                    text += b"\0" * (-len(text) % 16)
                self.wfile.write(bytes([len(text) // 16]) + text)
            self.wfile.flush()
            sent += interval
            # A second of lead, then steady.
            time.sleep(max(0.0, sent / 32_000 - 1 - (time.monotonic() - began)))

    def wait(self):
        """Keeps the connection open and silent until the client goes away or the server ends."""
        self.close_connection = True
        self.wfile.flush()
        try:
            while self.connection.recv(4_096):
                pass
        except OSError:
            pass

    def log_message(self, format, *arguments):
        requested = self.headers.get("Range", "-") if getattr(self, "headers", None) else "-"
        print(format % arguments, f"range={requested}", flush=True)


def read_list(name):
    """The head of a media playlist, and its segments with their lengths."""
    head, segments, length = [], [], 0.0
    with open(name, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("#EXTINF:"):
                length = float(line[8:].split(",")[0])
            elif line and not line.startswith("#"):
                segments.append((length, line))
            elif re.match("#EXT-X-(VERSION|TARGETDURATION|MAP|INDEPENDENT-SEGMENTS)", line):
                head.append(line)
    return head, segments


def date_text(seconds):
    moment = time.gmtime(seconds)
    return time.strftime("%Y-%m-%dT%H:%M:%S", moment) + f".{int(seconds % 1 * 1000):03}Z"


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        # Players hang up in the middle all the time.
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser(description="Serves a folder over HTTP on 127.0.0.1, well or badly.")
    parser.add_argument("folder", nargs="?", default=os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--port", type=int, default=0, help="0 (the default) takes a free one")
    parser.add_argument("--certificate", help="serves HTTPS with this certificate and key (PEM)")
    options = parser.parse_args()
    Handler.folder = os.path.realpath(options.folder)
    with Server(("127.0.0.1", options.port), Handler) as server:
        if options.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(options.certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        try:
            print(server.server_address[1], flush=True)
            server.serve_forever()
        except (KeyboardInterrupt, BrokenPipeError):
            pass


if __name__ == "__main__":
    main()

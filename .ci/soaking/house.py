"""Where the soak happens: media, and a rig whose parts can be taken away and come back."""

import collections
import importlib.machinery
import importlib.util
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True  # of what has no ending


def beside(name):
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(HERE, name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


heard = beside("heard")
Gio, GLib = heard.Gio, heard.GLib

FIXTURES = os.path.join(os.path.dirname(HERE), "Tests", "Fixtures")
PLAYER, TRACKS = "org.mpris.MediaPlayer2.Player", "org.mpris.MediaPlayer2.TrackList"
QUEUE, CHAPTERS, SEGMENTS = "org.mediad.Queue1", "org.mediad.Chapters1", "org.mediad.Segments1"
PROPOSAL, TRIM, WINDOW = "org.mediad.Proposal1", "org.mediad.Trim1", "org.mediad.Window1"
SESSION, JOB = "org.mediad.Session1", "org.mediad.ExportJob1"
PROPERTIES = "org.freedesktop.DBus.Properties"


class Failed(Exception):
    """mediad did what it must not."""


def variant(signature, *values):
    return GLib.Variant(signature, values)


def path_of(interface):
    return heard.PATHS[interface[: interface.index(".", 4)]]


def said(interface, member, arguments):
    return f"{interface.rsplit('.', 1)[1]}.{member}{arguments.print_(False)[:300] if arguments else ''}"


def make_media(folder):
    """Short files of the usual kinds; what is under Tests/Fixtures comes on top."""
    x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-c:a", "aac"]
    picture = ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=30"]
    sound = ["-f", "lavfi", "-i", "sine=f=500:r=44100:d=30"]
    made = {
        "film.mkv": [*picture, *sound, *x264],
        "film.mp4": [*picture, *sound, *x264, "-movflags", "+faststart"],
        "film.webm": [*picture, *sound, "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"],
        "silent.mkv": [*picture, "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"],
        "song.flac": sound, "song.mp3": sound, "song.ogg": [*sound, "-c:a", "libvorbis"],
        "pieces.m3u8": [*picture, *sound, *x264, "-f", "hls", "-hls_time", "2", "-hls_list_size", "0"],
    }
    for name, arguments in made.items():
        subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments, os.path.join(folder, name)], check=True)
    for place in (FIXTURES, os.path.join(FIXTURES, "probe")):
        for entry in os.scandir(place):
            if entry.is_file() and "." in entry.name and not entry.name.endswith((".py", ".txt")):
                shutil.copy(entry.path, folder)
    with open(os.path.join(folder, "noise.mp4"), "wb") as file:
        file.write(random.Random(0).randbytes(200_000))
    open(os.path.join(folder, "empty.mkv"), "wb").close()
    shutil.copytree(os.path.join(FIXTURES, "probe", "regressions"), os.path.join(folder, "regressions"))
    return sorted(name for name in os.listdir(folder) if not name.endswith((".ts", ".srt")) and name != "regressions")


class Rig(heard.Rig):
    """A private bus, PulseAudio, Xvfb, an HTTP server and mediad; each can be taken away and comes back."""

    def __init__(self, folder, mediad):
        self.media = os.path.join(folder, "media")
        self.exports = os.path.join(folder, "exports")
        os.makedirs(self.media)
        os.makedirs(self.exports)
        self.names = make_media(self.media)
        self.has_disk = self.mount(os.path.join(folder, "state"))
        self.daemon = self.sound = self.display = self.manager = None
        try:
            super().__init__(folder, mediad, "pulse", [])
        except BaseException:
            self.close()
            raise

    def mount(self, folder):
        """A small disk for the state folder; whether there is one."""
        os.makedirs(folder)
        command = ["mount", "-t", "tmpfs", "-o", "size=64m,mode=700", "soak", folder]
        return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0

    def settings(self):
        return '[audio]\nsink = "pulsesink"\n[network]\ntimeout = 5\n[session]\nrestore = "paused"\n'

    def start_server(self, runtime):
        config = os.path.join(self.folder, "config", "pulse")
        os.makedirs(config, exist_ok=True)
        with open(os.path.join(config, "client.conf"), "w") as file:
            file.write("autospawn = no\n")
        super().start_server(runtime)
        self.sound = self.processes[-1]
        if self.display:
            return
        # A number that nobody takes while the server is away.
        self.environment["DISPLAY"] = f":{1000 + os.getpid() % 50_000}"
        self.start_display()
        server = self.spawn(
            ["/usr/bin/python3", os.path.join(FIXTURES, "http-server.py"), self.media], stdout=subprocess.PIPE)
        self.http = f"http://127.0.0.1:{int(server.stdout.readline())}/"
        threading.Thread(target=lambda: collections.deque(server.stdout, 0), daemon=True).start()
        self.environment |= {
            "GST_TRACERS": 'leaks(filters="GstElement",check-refs=false)', "GST_LEAKS_TRACER_SIG": "1",
            "GST_DEBUG": "GST_TRACER:7", "GST_DEBUG_NO_COLOR": "1",
            "GST_DEBUG_FILE": os.path.join(self.folder, "elements-%p.log"),
        }

    def start_display(self):
        number = self.environment["DISPLAY"]
        self.display = self.spawn(["Xvfb", number, "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"])
        self.wait_until("X server", lambda: os.path.exists(f"/tmp/.X11-unix/X{number[1:]}"))
        if shutil.which("openbox"):
            self.manager = self.spawn(["openbox"])

    def start_mediad(self):
        # A critical is counted when the run is over instead of ending it.
        self.environment.pop("G_DEBUG", None)
        self.daemon = super().start_mediad()
        return self.daemon

    def criticals(self):
        """What GLib and its libraries found wrong with themselves or their callers, and how often."""
        self.log.flush()
        with open(self.log.name, errors="replace") as file:
            found = (re.search(r"\b(\S+)-CRITICAL \*\*:(?: [0-9:.]+:)? (.*)", line) for line in file)
            return collections.Counter(f"{match[1]}: {match[2]}" for match in found if match)

    def end(self, process):
        process.kill()
        process.wait()
        self.processes.remove(process)

    def memory(self):
        """In KiB."""
        with open(f"/proc/{self.daemon.pid}/smaps_rollup") as file:
            values = dict(line.split(":", 1) for line in file if ":" in line and "-" not in line.split(":")[0])
        return {key.lower(): int(values[key].split()[0]) for key in ("Private_Dirty", "Rss", "Anonymous")}

    def counts(self):
        pid = self.daemon.pid
        return {"threads": len(os.listdir(f"/proc/{pid}/task")), "descriptors": len(os.listdir(f"/proc/{pid}/fd"))}

    def thread_names(self):
        names = collections.Counter()
        for task in os.listdir(f"/proc/{self.daemon.pid}/task"):
            try:
                with open(f"/proc/{self.daemon.pid}/task/{task}/comm") as file:
                    names[file.read().strip()] += 1
            except OSError:
                pass
        return names

    def mappings(self):
        """Where anonymous memory is: the sums of the kinds of mappings, in KiB, and how many there are."""
        sums, numbers, kind = collections.Counter(), collections.Counter(), ""
        with open(f"/proc/{self.daemon.pid}/smaps") as file:
            for line in file:
                words = line.split()
                if "-" in words[0] and not words[0].endswith(":"):
                    start, end = (int(word, 16) for word in words[0].split("-"))
                    kind = words[5] if len(words) > 5 else "arena" if start % (64 << 20) == 0 else "other"
                    if kind.startswith("/"):
                        kind = "of files"
                    numbers[kind] += 1
                elif words[0] == "Anonymous:":
                    sums[kind] += int(words[1])
        return ", ".join(f"{kind} {size} in {numbers[kind]}" for kind, size in sums.most_common() if size)

    def children(self):
        with open(f"/proc/{self.daemon.pid}/task/{self.daemon.pid}/children") as file:
            mine = file.read().split()
        for task in os.listdir(f"/proc/{self.daemon.pid}/task"):
            try:
                with open(f"/proc/{self.daemon.pid}/task/{task}/children") as file:
                    mine += file.read().split()
            except OSError:
                pass
        return sorted(set(mine))

    def census(self):
        """What the threads and descriptors are, and the elements that are alive, each with its number."""
        pid = self.daemon.pid
        census = collections.Counter({"thread " + name: count for name, count in self.thread_names().items()})
        for descriptor in os.listdir(f"/proc/{pid}/fd"):
            try:
                target = os.readlink(f"/proc/{pid}/fd/{descriptor}")
            except OSError:
                continue
            census["descriptor " + target.split(":[")[0]] += 1
        for kind in self.elements():
            census["element " + kind] += 1
        return census

    def elements(self):
        path = os.path.join(self.folder, f"elements-{self.daemon.pid}.log")
        # Without the tracer nobody listens for the signal, which would end mediad.
        if not os.path.exists(path):
            return []
        start = os.path.getsize(path)
        self.daemon.send_signal(signal.SIGUSR1)
        size, deadline = start, time.monotonic() + 3
        time.sleep(0.3)
        while size != os.path.getsize(path) and time.monotonic() < deadline:
            size = os.path.getsize(path)
            time.sleep(0.3)
        with open(path, errors="replace") as file:
            file.seek(start)
            alive = [line for line in file if " object-alive, type-name=(string)" in line]
        return [line.split("type-name=(string)")[1].split(",")[0] for line in alive]

"""A round of the kills: what is done before one, and what has to hold after it."""

import dataclasses
import itertools
import os
import re
import signal
import sqlite3
import struct
import subprocess
import threading
import time
import zlib

from client import SECOND, Book
from house import (
    CHAPTERS, FIXTURES, JOB, PLAYER, PROPERTIES, PROPOSAL, QUEUE, SEGMENTS, SESSION, TRIM, Failed, Gio, GLib, heard,
    path_of, said, variant)

# Commands, workers and clients have so long to end; what was asked for is in the journal so soon; so old may a position be.
PATIENCE, SETTLED, INTERVAL = 5, 1, 16 * SECOND
# Longer than any round, and too short to be gone on with; but for the last, which goes on where it was left.
SHORT, LONG = 170, 400
FILM, BOOK = "film.mkv", "book.ogg"
KEPT = ("uri", "title", "artist", "artwork", "in", "out", "chapters", "segments", "custom")
# What is in mediad's folders while nothing is written.
AT_REST = re.compile(r"""
    (config/mediad/config\.toml | registry\.bin | (mediad|actions)\.log | told\.json | media/.+ | tmp/dbus-\w+
    | run/dconf/user | state/mediad/(journal\.sqlite(-wal|-shm|\.lock)? | openings)
    | cache/mediad/art/([0-9a-f]{64}\.\w+ | index\.json)
    | cache/mediad/moments/[0-9a-f]{64}(-\d+-[eks]\d+\.png | \.json)
    | exports/(long-)?\d\.(mkv|mp4|webm|flac|mp3|ogg|mka|chapters\.xml))""", re.VERBOSE)
EXPORTS = [("mkv", "exact"), ("mkv", "passthrough"), ("mp4", "exact"), ("webm", "exact"), ("flac", "passthrough"),
           ("mp3", "audio"), ("ogg", "exact"), ("mka", "audio")]


class Killed(Exception):
    """mediad is gone, as was wished."""


@dataclasses.dataclass
class State:
    """What a start has to bring back; times in microseconds."""
    at: float
    queue: list
    index: int
    volume: float
    rate: float
    loop: str
    shuffle: bool
    status: str
    position: int
    # In what has to be seen MPRIS says rate 1, whatever was wished.
    is_linear: bool
    # Of a command without an answer: what it may have changed.
    open: frozenset = frozenset()
    # Whether another item may have begun in this round: a rate belongs to what it was chosen for, and is known a little later.
    has_begun: bool = False

    def differences(self, back, killed, places):
        """What of another state is not of this one; `places`: where else items may go on, by their URI."""
        for name in ("index", "volume", "loop", "shuffle"):
            if name not in self.open and getattr(self, name) != getattr(back, name):
                yield f"{name}: {getattr(back, name)} instead of {getattr(self, name)}"
        if "queue" not in self.open and self.queue != back.queue:
            pairs = [pair for pair in itertools.zip_longest(back.queue, self.queue) if pair[0] != pair[1]]
            yield f"queue: {len(back.queue)} items instead of {len(self.queue)}, for example {pairs[0]}"
        is_own = self.has_begun and back.rate == 1
        is_known = not self.open & {"rate", "position"} and not self.is_linear and not back.is_linear
        if is_known and self.rate != back.rate and not is_own:
            yield f"rate: {back.rate} instead of {self.rate}"
        if "position" in self.open or self.status == "Stopped":
            return
        # Spoken word goes back a little; what plays went on, and over what is skipped or blocked.
        earliest = self.position - SECOND
        latest = self.position + 1000
        if self.status == "Playing":
            latest += int(self.rate * (killed - self.at) * SECOND) + 12 * SECOND
        item = self.queue[self.index] if 0 <= self.index < len(self.queue) else {"uri": ""}
        # What has to be seen is known when the item is open: then it is played before the place that was wished.
        others = places.get(item["uri"], []) + [
            segment["start"] for segment in item.get("segments", []) if segment["kind"] == "interstitial"]
        if not earliest <= back.position <= latest and not any(0 <= back.position - place < 3 * SECOND for place in others):
            yield f"position: {back.position} is not in {earliest} … {latest}, nor at {others}"


def picture(chance, size=160):
    """A PNG that nobody has seen yet."""
    def piece(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + chance.randbytes(3 * size) for _ in range(size))
    return (b"\x89PNG\r\n\x1a\n" + piece(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
            + piece(b"IDAT", zlib.compress(rows, 0)) + piece(b"IEND", b""))


class Yard(heard.Rig):
    """A bus, an HTTP server and mediad without devices."""

    def __init__(self, folder, programs, tmp):
        self.mediactl, self.tmp = os.path.join(programs, "mediactl"), tmp or os.path.join(folder, "tmp")
        self.media, self.exports = os.path.join(folder, "media"), os.path.join(folder, "exports")
        for place in (self.media, self.exports, self.tmp):
            os.makedirs(place, exist_ok=True)
        self.book = Book(os.path.join(folder, "actions.log"))
        self.daemon, self.rounds, self.judged, self.told = None, 0, {}, 0
        self.commands = self.begun = self.whole = self.running = 0
        self.longest = {"workers": 0.0, "start": 0.0, "death": 0.0, "journal": 0.0}
        self.make_media()
        try:
            super().__init__(folder, os.path.join(programs, "mediad"), "none", [])
        except BaseException:
            self.close()
            raise

    def make_media(self):
        marks = os.path.join(self.media, "marks.txt")
        with open(marks, "w") as file:
            file.write(";FFMETADATA1\n" + "".join(
                f"[CHAPTER]\nTIMEBASE=1/1\nSTART={start}\nEND={start + 30}\ntitle=Part {start}\n"
                for start in range(0, 150, 30)))
        x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-c:a", "aac"]
        screen = ["-f", "lavfi", "-i", f"testsrc2=size=320x180:rate=25:duration={SHORT}"]
        for number, (name, seconds, inputs, coding) in enumerate([
                (FILM, SHORT, screen, x264), ("film.mp4", SHORT, screen, x264), ("song.flac", SHORT, [], []),
                ("song.mp3", SHORT, [], []), ("plain.wav", SHORT, [], []),
                (BOOK, LONG, [], ["-c:a", "libvorbis"])]):
            sound = ["-f", "lavfi", "-i", f"sine=f={300 + 50 * number}:r=44100:d={seconds}"]
            about = ["-i", marks, "-map_metadata", str(len(inputs) // 4 + 1)]
            maps = [word for index in range(len(inputs) // 4 + 1) for word in ("-map", str(index))]
            subprocess.run(["ffmpeg", "-v", "error", "-y", *inputs, *sound, *about, *maps, *coding,
                            os.path.join(self.media, name)], check=True)
        self.names = sorted(name for name in os.listdir(self.media) if name != "marks.txt")

    def settings(self):
        # One tracker passes on what it is told, the other takes its time for each line.
        return f"""
[audio]
sink = "none"
[video]
sink = "none"
[session]
inhibit = false
[segments]
linear-interstitials = true
recap = "auto"
[[tracker]]
name = "told"
command = ["sh", "-c", "exec cat >> '{self.folder}/told.json'"]
heartbeat = 1
[[tracker]]
name = "slow"
command = ["sh", "-c", "while read -r line; do sleep 0.05; done"]
heartbeat = 1
"""

    def start_server(self, runtime):
        self.environment |= {"GST_REGISTRY": os.path.join(self.folder, "registry.bin"), "TMPDIR": self.tmp}
        # GStreamer writes it beside its place first, too, and leaves that when it is killed: let it be there.
        self.spawn(["gst-inspect-1.0", "fakesink"]).wait()
        server = self.spawn(
            ["/usr/bin/python3", os.path.join(FIXTURES, "http-server.py"), self.media], stdout=subprocess.PIPE)
        self.http = f"http://127.0.0.1:{int(server.stdout.readline())}/"
        threading.Thread(target=lambda: [None for _ in server.stdout], daemon=True).start()

    def start_mediad(self):
        began, self.told = time.monotonic(), os.path.getsize(self.log.name)
        self.daemon = super().start_mediad()
        self.longest["start"] = max(self.longest["start"], time.monotonic() - began)
        return self.daemon

    def words(self):
        """What mediad logged since its last start."""
        with open(self.log.name, "rb") as file:
            file.seek(self.told)
            return file.read().decode(errors="replace")

    def account(self):
        return (f"{self.rounds} kills, {self.commands} commands, {self.begun} exports ordered, {self.running} of "
                f"them running at a kill, {self.whole} outputs whole; at most "
                + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in self.longest.items()))

    # What is left

    def workers(self):
        """How many exports run."""
        return sum("--export-worker" in words for _, words in self.found().values())

    def found(self):
        """Processes that mediad or a client of ours started, each with its parent and its words: where they are tells."""
        found, mine = {}, {process.pid for process in self.processes}
        for name in os.listdir("/proc"):
            try:
                if name.isdigit() and int(name) not in mine and os.readlink(f"/proc/{name}/cwd") == self.folder:
                    with open(f"/proc/{name}/stat") as file:
                        state, parent = file.read().rpartition(")")[2].split()[:2]
                    with open(f"/proc/{name}/cmdline") as file:
                        if state != "Z":
                            found[int(name)] = int(parent), file.read().replace("\0", " ")[:100]
            except OSError:
                continue
        return found

    def others(self):
        """Of those, what was not started by the mediad that runs."""
        found = self.found()

        def is_of_running(pid):
            while pid in found:
                pid = found[pid][0]
            return self.daemon and self.daemon.poll() is None and pid == self.daemon.pid
        return {pid: words for pid, (_, words) in found.items() if not is_of_running(pid)}

    def expect_no_processes(self):
        began = time.monotonic()
        while left := self.others():
            if time.monotonic() - began > PATIENCE:
                raise Failed(f"still there {PATIENCE} s after mediad: {left}")
            time.sleep(0.01)
        self.longest["workers"] = max(self.longest["workers"], time.monotonic() - began)

    def leftovers(self):
        places = [self.folder] if self.tmp.startswith(self.folder) else [self.folder, self.tmp]
        for place in places:
            for folder, _, names in os.walk(place):
                inside = os.path.relpath(folder, place)
                for name in names:
                    path = os.path.normpath(os.path.join(inside if place == self.folder else f"tmp/{inside}", name))
                    if not AT_REST.fullmatch(path):
                        yield path

    def expect_no_files(self):
        deadline = time.monotonic() + 2
        while left := sorted(self.leftovers()):
            if time.monotonic() > deadline:
                raise Failed(f"left behind: {' '.join(left)}")
            time.sleep(0.02)

    def expect_whole_outputs(self, completed):
        for name in completed:
            if not os.path.exists(os.path.join(self.exports, name)):
                raise Failed(f"{name} was exported, and is not there")
        for entry in os.scandir(self.exports):
            key = entry.stat().st_mtime_ns, entry.stat().st_size
            if entry.name.endswith(".xml") or self.judged.get(entry.name) == key:
                continue
            verdict = subprocess.run(
                ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", entry.path],
                capture_output=True, text=True, check=False)
            if verdict.returncode or verdict.stderr or float(verdict.stdout or 0) <= 0:
                raise Failed(f"{entry.name} has its name and is not whole: {verdict}")
            self.judged[entry.name] = key
            self.whole += 1

    def expect_sound_journal(self):
        path = os.path.join(self.folder, "state", "mediad", "journal.sqlite")
        database = sqlite3.connect(path)
        verdict = database.execute("PRAGMA integrity_check").fetchall()
        database.close()
        if verdict != [("ok",)]:
            raise Failed(f"the journal is damaged: {verdict}")


class Round:
    """Commands, a kill and a start."""

    def __init__(self, yard, number, chance):
        self.yard, self.number, self.chance = yard, number, chance
        self.jobs, self.completed, self.clients, self.marks = {}, set(), [], []
        self.is_killed = False

    def run(self):
        yard, chance = self.yard, self.chance
        self.acts, past = [self.state()], self.history()
        self.draw_covers()
        if chance.random() < 0.6:
            self.begin_exports()
        moment, begins_at_once = chance.uniform(0, 1.5), chance.random() < 0.5
        yard.book.note("kills", f"round {self.number}: killed after {moment:.3f} s")
        timer = threading.Timer(moment, self.kill)
        timer.start()
        try:
            self.use()
        finally:
            timer.join()
        yard.daemon.wait()
        # It stays as long as a disk keeps it; then what was asked for may have waited for that, too.
        died = time.monotonic() - self.killed
        yard.longest["death"] = max(yard.longest["death"], died)
        self.is_disk_slow = died > SETTLED
        yard.processes.remove(yard.daemon)
        yard.rounds += 1
        self.expect_quiet_log(yard.words())
        for client in self.clients:
            try:
                client.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                raise Failed(f"mediactl still waits {PATIENCE} s after mediad was killed") from None
            if client.returncode < 0:
                raise Failed(f"mediactl ended with signal {-client.returncode}")
        if not begins_at_once:
            yard.expect_no_processes()
        yard.start_mediad()
        back = self.state()
        yard.expect_no_processes()
        yard.book.note("kills", f"came back {dataclasses.replace(back, queue=len(back.queue))}")
        self.judge(back, past)
        yard.expect_no_files()
        yard.expect_whole_outputs(self.completed)
        if chance.random() < 0.7:
            for name in os.listdir(yard.exports):
                os.remove(os.path.join(yard.exports, name))
            yard.judged = {}
        for client in self.clients:
            yard.processes.remove(client)

    def begin_exports(self):
        """A film plays, and two exports of it run that take longer than the round."""
        self.replace()
        deadline = time.monotonic() + PATIENCE
        while not self.all(TRIM)["CanBeginTrimming"]:
            if time.monotonic() > deadline:
                raise Failed(f"{FILM} is not open {PATIENCE} s after it was queued")
            time.sleep(0.02)
        for number, (ending, preset) in enumerate(self.chance.sample(
                [(ending, preset) for ending, preset in EXPORTS if preset == "exact" and ending != "ogg"], 2)):
            self.order(f"long-{number}.{ending}", preset, 0, 150, self.chance.random() < 0.4)

    def draw_covers(self):
        self.covers = [f"cover-{self.number}-{index}.png" for index in range(3)]
        for name in os.listdir(self.yard.media):
            if name.startswith("cover-") and not name.startswith(f"cover-{self.number - 1}-"):
                os.remove(os.path.join(self.yard.media, name))
        for name in self.covers:
            with open(os.path.join(self.yard.media, name), "wb") as file:
                file.write(picture(self.chance))

    def kill(self):
        self.yard.running += self.yard.workers()
        self.killed, self.is_killed = time.monotonic(), True
        self.yard.daemon.send_signal(signal.SIGKILL)

    def use(self):
        """Until it is killed."""
        chance = self.chance
        commands = [self.play] if len(self.acts[-1].queue) > 1 else [self.replace, self.play]
        choices, weights = zip(
            (self.play, 2), (self.pause, 2), (self.step, 3), (self.seek, 4), (self.go_to, 2), (self.chapter, 2),
            (self.setting, 5), (self.replace, 1), (self.insert, 2), (self.remove, 1), (self.describe, 2),
            (self.segments, 2), (self.trim, 3), (self.propose, 3), (self.export, 4), (self.look, 2), (self.resume, 1))
        try:
            while not self.is_killed:
                command = commands.pop(0) if commands else chance.choices(choices, weights)[0]
                command()
                time.sleep(chance.uniform(0, 0.08))
        except Killed:
            pass

    # Asking

    def call(self, interface, member, arguments=None, path=None, face=None):
        try:
            return self.yard.bus.call_sync(
                heard.NAME, path or path_of(interface), face or interface, member, arguments, None,
                Gio.DBusCallFlags.NO_AUTO_START, 10_000, None).unpack()
        except GLib.Error as error:
            name = Gio.DBusError.get_remote_error(error)
            if self.is_killed or self.yard.daemon.poll() is not None:
                if not self.is_killed:
                    raise Failed(f"mediad ended by itself with {self.yard.daemon.poll()}") from error
                raise Killed from error
            if name in (None, "org.freedesktop.DBus.Error.NoReply"):
                raise Failed(f"{member}: no answer: {error.message}") from error
            self.yard.book.note("kills", f"-> {name}: {error.message[-160:]}")
            return None

    def all(self, interface):
        return self.call(interface, "GetAll", variant("(s)", interface), face=PROPERTIES)[0]

    def state(self):
        items = self.call(QUEUE, "Items", variant("(uu)", 0, 1000))[0]
        self.items = [item["item"] for item in items]
        queue, player = self.all(QUEUE), self.all(PLAYER)
        return State(
            at=time.monotonic(), queue=[{key: item[key] for key in KEPT if key in item} for item in items],
            index=queue["CurrentIndex"], volume=player["Volume"], rate=player["Rate"], loop=player["LoopStatus"],
            shuffle=player["Shuffle"], status=player["PlaybackStatus"], position=player["Position"],
            is_linear=self.all(SEGMENTS)["RequiresLinearPlayback"])

    def history(self):
        entries = self.call(SESSION, "History", variant("(uu)", 0, 100))[0]
        return {entry["uri"]: entry for entry in entries}

    def do(self, changes, interface, member, arguments=None, path=None, face=None):
        """A command, and what came of it."""
        self.yard.commands += 1
        self.yard.book.note("kills", said(interface, member, arguments))
        before = self.acts[-1]
        may = frozenset(changes.split())
        has_begun = before.has_begun or "index" in may
        self.acts.append(
            dataclasses.replace(before, at=time.monotonic(), open=may | before.open, has_begun=has_begun))
        answer = self.call(interface, member, arguments, path, face)
        self.acts[-1] = dataclasses.replace(self.state(), has_begun=has_begun)
        return answer

    # Commands

    def description(self):
        chance = self.chance
        name = chance.choice(self.yard.names)
        description = {
            "uri": GLib.Variant("s", f"file://{self.yard.media}/{name}"),
            "title": GLib.Variant("s", f"Title {chance.randrange(1000)}"),
            "artwork": GLib.Variant("s", self.yard.http + "etag/" + chance.choice(self.covers)),
            "custom": GLib.Variant("a{sv}", {"number": GLib.Variant("x", chance.randrange(1000))})}
        if chance.random() < 0.7:
            description["segments"] = GLib.Variant("aa{sv}", [
                {"start": GLib.Variant("x", start * SECOND), "end": GLib.Variant("x", (start + length) * SECOND),
                 "kind": GLib.Variant("s", kind)}
                for start, length, kind in [(20, 5, "interstitial"), (60, 10, "interstitial"), (40, 4, "blocked"),
                                            (90, 6, "recap")] if chance.random() < 0.7])
        if chance.random() < 0.3:
            description["in"] = GLib.Variant("x", chance.randrange(1, 5) * SECOND)
        return description

    def replace(self):
        items = [self.description() for _ in range(self.chance.randrange(2, 7))]
        # Something whose export takes its time.
        items[0]["uri"] = GLib.Variant("s", f"file://{self.yard.media}/{FILM}")
        self.do("queue index position", QUEUE, "Replace", variant(
            "(aa{sv}a{sv})", items, {"play": GLib.Variant("b", True), "index": GLib.Variant("u", 0)}))

    def insert(self):
        self.do("queue index", QUEUE, "Insert", variant(
            "(aa{sv}u)", [self.description() for _ in range(self.chance.randrange(1, 3))], self.chance.randrange(8)))

    def item(self):
        return self.items[self.chance.randrange(1000) % len(self.items)] if self.items else "/"

    def remove(self):
        self.do("queue index position", QUEUE, "Remove", variant("(ao)", [self.item()]))

    def describe(self):
        description = self.description()
        del description["uri"]
        self.do("queue position", QUEUE, "SetDescription", variant("(oa{sv})", self.item(), description))

    def go_to(self):
        self.do("index position", QUEUE, "GoTo", variant("(o)", self.item()))

    def play(self):
        self.do("index position", PLAYER, "Play")

    def pause(self):
        self.do("index position", PLAYER, self.chance.choice(["Pause", "PlayPause", "PlayPause", "Stop"]))

    def step(self):
        step = self.chance.choice(["Next", "Next", "Previous"])
        # Next takes what is proposed, which enters the queue.
        self.do("index position queue" if step == "Next" else "index position", PLAYER, step)

    def seek(self):
        target = self.chance.randrange(0, 120 * SECOND)
        track = self.all(PLAYER)["Metadata"].get("mpris:trackid", "/")
        self.do("position", PLAYER, "SetPosition", variant("(ox)", track, target))

    def chapter(self):
        what = self.chance.choice(["Next", "Previous", "GoTo"])
        self.do("index position", CHAPTERS, what, variant("(u)", self.chance.randrange(5)) if what == "GoTo" else None)

    def setting(self):
        chance = self.chance
        name, value = chance.choice([
            ("Volume", GLib.Variant("d", chance.randrange(1, 100) / 100)),
            ("Rate", GLib.Variant("d", chance.choice([0.5, 1, 1, 1.25, 2]))),
            ("LoopStatus", GLib.Variant("s", chance.choice(["None", "Track", "Playlist"]))),
            ("Shuffle", GLib.Variant("b", chance.random() < 0.5))])
        field = {"LoopStatus": "loop"}.get(name, name.lower())
        self.do(f"{field} position" if field == "rate" else field, PLAYER, "Set",
                variant("(ssv)", PLAYER, name, value), face=PROPERTIES)

    def segments(self):
        start = self.chance.randrange(5, 100)
        self.marks.append(start * SECOND)
        self.do("queue position", SEGMENTS, "SetSegments", variant("(a(xxsa{sv}))", [
            (start * SECOND, (start + 5) * SECOND, self.chance.choice(["interstitial", "blocked"]), {})]))

    def trim(self):
        what = self.chance.choice(["Begin", "SetInPoint", "SetOutPoint", "Finish"])
        arguments = {"Finish": variant("(b)", self.chance.random() < 0.7),
                     "SetInPoint": variant("(x)", self.chance.randrange(0, 20) * SECOND),
                     "SetOutPoint": variant("(x)", self.chance.randrange(130, 160) * SECOND)}
        self.do("queue position", TRIM, what, arguments.get(what))

    def propose(self):
        what = self.chance.choice(["Propose", "Propose", "Accept", "Reject", "Defer"])
        proposal = {key: value for key, value in self.description().items() if key in ("uri", "title")}
        proposal["presentAt"] = GLib.Variant("x", SECOND)
        self.do("queue index position", PROPOSAL, what, variant("(a{sv})", proposal) if what == "Propose" else None)

    def export(self):
        ending, preset = self.chance.choice(EXPORTS)
        start = self.chance.choice([0, 0, 10])
        self.order(f"{self.chance.randrange(3)}.{ending}", preset, start, start + self.chance.choice([1, 5, 60, 150]),
                   self.chance.random() < 0.4)

    def order(self, name, preset, start, end, by_mediactl):
        path = os.path.join(self.yard.exports, name)
        self.yard.begun += 1
        if by_mediactl:
            command = [self.yard.mediactl, "export", path, "--preset", preset, "--range", f"{start}-{end}", "--overwrite"]
            self.yard.book.note("kills", " ".join(command[1:]))
            self.clients.append(self.yard.spawn(command))
            return
        options = {"preset": GLib.Variant("s", preset), "overwrite": GLib.Variant("b", True),
                   "ranges": GLib.Variant("a(xx)", [(start * SECOND, end * SECOND)])}
        if answer := self.do("", TRIM, "Export", variant("(sa{sv})", path, options)):
            self.jobs[answer[0]] = name

    def look(self):
        for job, name in list(self.jobs.items()):
            status = self.call(JOB, "Get", variant("(ss)", JOB, "Status"), job, PROPERTIES)
            if status and status[0] == "completed":
                self.completed.add(name)

    def resume(self):
        if uris := sorted(self.history()):
            self.do("queue index position", SESSION, "Resume", variant(
                "(s)", uris[self.chance.randrange(1000) % len(uris)]))

    # Judging

    @staticmethod
    def expect_quiet_log(words):
        for line in words.splitlines():
            if re.search(r"\b(error|critical)\b|CRITICAL|Fatal|corrupt", line) or "journal" in line:
                raise Failed(f"mediad logged: {line}")

    def judge(self, back, past):
        """Whether what came back is what was there at one moment shortly before."""
        settled = max((index for index, act in enumerate(self.acts)
                       if self.killed - act.at > SETTLED and not self.is_disk_slow), default=0)
        now = self.history()
        places = {uri: [entry[key] for entry in (past.get(uri, {}), now.get(uri, {}))
                        for key in ("resume", "position") if key in entry] + self.marks for uri in {*past, *now}}
        verdicts = [list(act.differences(back, self.killed, places)) for act in self.acts[settled:]]
        if [] not in verdicts:
            raise Failed("what came back was never there:\n  " + "\n  ".join(
                f"{self.killed - act.at:.3f} s before, {act.status}, open {sorted(act.open)}: {'; '.join(verdict)}"
                for act, verdict in list(zip(self.acts[settled:], verdicts))[-6:]))
        for index in range(len(verdicts) - 1, -1, -1):
            if not verdicts[index]:
                if index < len(verdicts) - 1:
                    lost = self.killed - self.acts[settled + index + 1].at
                    self.yard.longest["journal"] = max(self.yard.longest["journal"], lost)
                break
        for uri, entry in past.items():
            if uri not in now:
                raise Failed(f"the history has lost {uri}")
            if now[uri]["furthest"] < entry["furthest"] or now[uri]["lastPlayed"] < entry["lastPlayed"]:
                raise Failed(f"the history went back: {now[uri]} after {entry}")

"""Who uses mediad in the soak: clients that send random commands, and the book of what they did."""

import collections
import math
import random
import threading
import time

from house import (
    CHAPTERS, JOB, PLAYER, PROPERTIES, PROPOSAL, QUEUE, SEGMENTS, SESSION, TRACKS, TRIM, WINDOW, Failed, Gio, GLib,
    heard, path_of, said, variant)

SECOND = 1_000_000
# mediad stands still for up to STANDSTILL, and the machine may be slow besides: no answer then is none at all.
STANDSTILL, PATIENCE = 4, 15
# What asks files and servers first has its own deadlines.
SLOW, LONG_PATIENCE = {"Inspect", "Image", "Export", "Presets", "ImportHistory"}, 90
KINDS = ["opening-credits", "closing-credits", "recap", "preview", "advertisement", "intermission", "interstitial",
         "blocked", "mute", "custom:soak"]
BEHAVIOURS = ["", "", "", "slow/", "drop/", "lie/", "lie-range/", "norange/", "nolength/", "stall/", "hang/", "404/",
              "500/", "redirect/", "loop/", "etag/", "huge/", "trickle/", "icy/"]


class Book:
    """What was done, in a file; the last of it is kept for who has to find out what went wrong."""

    def __init__(self, path):
        self.file = open(path, "w", buffering=1)
        self.began, self.last, self.lock = time.monotonic(), collections.deque(maxlen=40), threading.Lock()

    def note(self, who, text):
        line = f"{time.monotonic() - self.began:9.3f} {who:<9} {text}"
        with self.lock:
            self.file.write(line + "\n")
            self.last.append(line)


class Client(threading.Thread):
    """Sends random commands until it is told to pause."""

    def __init__(self, number, rig, book, seed):
        super().__init__(daemon=True)
        self.who, self.rig, self.book = f"client {number}", rig, book
        self.chance = random.Random(f"{seed}/{number}")
        self.may_go, self.is_idle = threading.Event(), threading.Event()
        self.answers, self.slowest, self.fault, self.bus = collections.Counter(), (0, ""), None, None
        self.is_hurried = False
        self.items, self.tickets = [], []

    def run(self):
        while not self.fault:
            if not self.may_go.is_set():
                # Nobody's inhibitors, interfaces and linear playback outlive their client.
                self.leave()
                self.is_idle.set()
                self.may_go.wait()
                self.is_idle.clear()
            elif self.chance.random() < 0.01:
                self.leave()
            try:
                self.bus = self.bus or self.rig.connect()
                self.act()
            except Failed as failure:
                self.fault = str(failure)
            except Exception as error:  # a mistake of ours must not pass for silence of mediad
                self.fault = f"the soak itself: {type(error).__name__}: {error}"
            # Sometimes many at once, sometimes somebody thinks.
            time.sleep(self.chance.choice([0, 0.01, 0.02, 0.05] if self.is_hurried else [0, 0.02, 0.1, 0.3, 0.6, 1.5]))
        self.is_idle.set()

    def leave(self):
        if self.bus:
            try:
                self.bus.close_sync(None)
            except GLib.Error:
                pass
        self.bus, self.tickets = None, []

    def call(self, interface, member, arguments=None, path=None):
        path = path or path_of(interface)
        patience = LONG_PATIENCE if member in SLOW else PATIENCE
        daemon, began = self.rig.daemon, time.monotonic()
        what = said(interface, member, arguments)
        self.book.note(self.who, what)
        try:
            face = PROPERTIES if member in ("Get", "Set", "GetAll") else interface
            result = self.bus.call_sync(
                heard.NAME, path, face, member, arguments, None, Gio.DBusCallFlags.NO_AUTO_START, 1000 * patience,
                None).unpack()
            outcome, name = f"-> {str(result)[:100]}", "ok"
        except GLib.Error as error:
            result, name = None, Gio.DBusError.get_remote_error(error) or error.message
            outcome = f"-> {name}: {error.message[-160:]}"
        took = time.monotonic() - began
        self.answers[name] += 1
        if took > self.slowest[0] and member not in SLOW:
            self.slowest = took, what
        self.book.note(self.who, f"{outcome} ({1000 * took:.0f} ms)")
        ended = daemon is not self.rig.daemon or daemon.poll() is not None
        if result is None and took >= patience - 1 and not ended:
            raise Failed(f"{self.who}: {what}: no answer within {patience} s")
        return result

    # What can be said

    def act(self):
        interface, weight = zip(*[
            (self.play, 6), (self.seek, 5), (self.change_queue, 6), (self.read, 4), (self.set_property, 3),
            (self.chapters, 3), (self.segments, 4), (self.propose, 4), (self.trim, 3), (self.export, 1),
            (self.window, 4), (self.session, 1), (self.nonsense, 2)])
        self.chance.choices(interface, weight)[0]()

    def time(self):
        """In microseconds; mostly one that is inside the item, now and then one that is nowhere."""
        if self.chance.random() < 0.9:
            return self.chance.randrange(0, 30 * SECOND)
        return self.chance.choice([-1, 0, 1, -(2**63), 2**63 - 1, 2**62, 10**15, -10 * SECOND, 2**31 * SECOND])

    def seconds(self):
        if self.chance.random() < 0.9:
            return float(self.chance.randrange(-10, 30))
        return self.chance.choice([math.nan, math.inf, -math.inf, 1e300, 5e-324, -1e15, 9.2e12])

    def uri(self):
        name = self.chance.choice(self.rig.names)
        kind = self.chance.random()
        if kind < 0.6:
            return f"file://{self.rig.media}/{name}"
        if kind < 0.9:
            return self.rig.http + self.chance.choice(BEHAVIOURS) + name
        return self.chance.choice([
            "", "nonsense", "file:///nowhere/at-all.mkv", "file:///dev/zero", "file:///proc/self/mem", "gopher://x/y",
            "http://127.0.0.1:1/", "data:audio/flac;base64,AAAA", f"file://{self.rig.media}", "http://[",
            "file://%00%ff", "/" * 5000])

    def word(self):
        return self.chance.choice(
            ["", "a", "Opening", "Ende", "\N{SNOWMAN}" * 30, "x" * 3000, "zeile\nzwei", "\u202e\x07"])

    def item(self):
        """An item of the queue; sometimes one that is gone or never was."""
        if self.items and self.chance.random() < 0.9:
            return self.chance.choice(self.items)
        return self.chance.choice(["/", "/org/mediad/track/99999", "/org/mpris/MediaPlayer2/TrackList/NoTrack"])

    def index(self):
        return self.chance.choice([0, 0, 1, 1, 2, 3, 5, 100, 2**32 - 1])

    def description(self):
        chance = self.chance
        description = {"uri": GLib.Variant("s", self.uri())}
        if chance.random() < 0.3:
            description["title"] = GLib.Variant("s", self.word())
        if chance.random() < 0.1:
            description["start"] = GLib.Variant("x", self.time())
        if chance.random() < 0.1:
            description["in"], description["out"] = GLib.Variant("x", self.time()), GLib.Variant("x", self.time())
        if chance.random() < 0.2:
            description["chapters"] = GLib.Variant("aa{sv}", [
                {"start": GLib.Variant("x", self.time()), "title": GLib.Variant("s", self.word())}
                for _ in range(chance.choice([0, 1, 5, 200]))])
        if chance.random() < 0.2:
            description["segments"] = GLib.Variant("aa{sv}", [
                {"start": GLib.Variant("x", self.time()), "end": GLib.Variant("x", self.time()),
                 "kind": GLib.Variant("s", chance.choice(KINDS))} for _ in range(chance.choice([1, 3, 20]))])
        if chance.random() < 0.1:
            description["next"] = GLib.Variant("a{sv}", self.proposal())
        if chance.random() < 0.03:
            description[chance.choice(["colour", "artist", "season"])] = GLib.Variant("s", "wrong")
        return description

    def proposal(self):
        proposal = {"uri": GLib.Variant("s", self.uri()), "title": GLib.Variant("s", self.word())}
        if self.chance.random() < 0.7:
            proposal["presentAt"] = GLib.Variant("x", self.chance.choice([self.time(), -10 * SECOND, -29 * SECOND]))
        if self.chance.random() < 0.7:
            proposal["automaticAcceptanceInterval"] = GLib.Variant("d", self.seconds())
        return proposal

    def ranges(self):
        extras = {"title": GLib.Variant("s", self.word())} if self.chance.random() < 0.3 else {}
        return [(self.time(), self.time(), self.chance.choice([*KINDS, "", "nonsense"]), extras)
                for _ in range(self.chance.choice([0, 1, 2, 5, 50]))]

    def play(self):
        member = self.chance.choice(
            ["Play", "Play", "Play", "Pause", "PlayPause", "Stop", "Next", "Next", "Previous", "OpenUri"])
        self.call(PLAYER, member, variant("(s)", self.uri()) if member == "OpenUri" else None)

    def seek(self):
        if self.chance.random() < 0.5:
            self.call(PLAYER, "Seek", variant("(x)", self.chance.choice([-1, 1]) * self.time() % 2**62))
        else:
            self.call(PLAYER, "SetPosition", variant("(ox)", self.item(), self.time()))

    def change_queue(self):
        chance = self.chance
        what = chance.choice(
            ["Replace", "Insert", "Insert", "Items", "Items", "Move", "Remove", "Clear", "GoTo", "GoTo",
             "SetDescription", "Inspect", "AddTrack"])
        if what == "Replace":
            options = {"play": GLib.Variant("b", True), "index": GLib.Variant("u", self.index())}
            if chance.random() < 0.3:
                options["start"] = GLib.Variant("x", self.time())
            items = [self.description() for _ in range(chance.choice([1, 4, 4, 4, 30]))]
            self.call(QUEUE, what, variant("(aa{sv}a{sv})", items, options))
        elif what == "Insert":
            items = [self.description() for _ in range(chance.choice([0, 1, 2, 10]))]
            self.call(QUEUE, what, variant("(aa{sv}u)", items, self.index()))
        elif what == "Items":
            answer = self.call(QUEUE, what, variant("(uu)", 0, chance.choice([10, 100, 2**32 - 1])))
            if answer:
                self.items = [item["item"] for item in answer[0]]
        elif what == "Move":
            self.call(QUEUE, what, variant("(ou)", self.item(), self.index()))
        elif what == "Remove":
            self.call(QUEUE, what, variant("(ao)", [self.item() for _ in range(chance.choice([1, 2, 20]))]))
        elif what == "Clear":
            self.call(QUEUE, what)
        elif what == "GoTo":
            self.call(QUEUE, what, variant("(o)", self.item()))
        elif what == "SetDescription":
            description = self.description()
            if chance.random() < 0.8:
                del description["uri"]
            self.call(QUEUE, what, variant("(oa{sv})", self.item(), description))
        elif what == "Inspect":
            self.call(QUEUE, what, variant("(s)", self.uri()))
        else:
            self.call(TRACKS, what, variant("(sob)", self.uri(), self.item(), chance.random() < 0.5))

    def read(self):
        interface = self.chance.choice([PLAYER, QUEUE, CHAPTERS, SEGMENTS, PROPOSAL, TRIM, WINDOW, SESSION])
        path = path_of(interface)
        self.call(interface, "GetAll", variant("(s)", interface), path)

    def set_property(self):
        chance = self.chance
        interface, name, value = chance.choice([
            (PLAYER, "Rate", ("d", chance.choice([1.0, 1.0, 0.5, 2.0, 1.5, self.seconds()]))),
            (PLAYER, "Volume", ("d", chance.choice([0.0, 0.5, 1.0, self.seconds()]))),
            (PLAYER, "Shuffle", ("b", chance.random() < 0.5)),
            (PLAYER, "LoopStatus", ("s", chance.choice(["None", "Track", "Playlist", "Sideways"]))),
            (PLAYER, "Position", ("x", 0)), (PLAYER, "Volume", ("s", "loud")),
            (QUEUE, "Progression", ("s", chance.choice(["advance", "advance", "pause", "stop", ""]))),
            (CHAPTERS, "PreferredLanguages", ("as", [self.word() for _ in range(chance.randrange(4))])),
            (SEGMENTS, "Policies", ("a{ss}", {chance.choice([*KINDS, "none"]): chance.choice(
                ["ignore", "announce", "ask", "auto", "block", "mute", "dance"])})),
            (TRIM, "Loops", ("b", chance.random() < 0.5)),
            (WINDOW, "StartsAutomatically", ("b", chance.random() < 0.5)),
            (WINDOW, "Corner", ("s", chance.choice(["top-left", "bottom-right", "middle"]))),
            (WINDOW, "Width", ("u", chance.choice([0, 100, 200, 2**32 - 1]))),
        ])
        path = path_of(interface)
        self.call(interface, "Set", variant("(ssv)", interface, name, GLib.Variant(*value)), path)

    def chapters(self):
        what = self.chance.choice(["GoTo", "Next", "Previous", "BestMatching", "TitledIn", "Image", "SetGroup"])
        arguments = {
            "GoTo": lambda: variant("(u)", self.index()), "BestMatching": lambda: variant("(as)", [self.word(), "en"]),
            "TitledIn": lambda: variant("(s)", self.word()), "Image": lambda: variant("(u)", self.index()),
            "SetGroup": lambda: variant("(sa(xxsa{sv}))", self.word(), [(start, end, title, {}) for start, end, title, _
                                                                        in self.ranges()]),
        }.get(what, lambda: None)
        self.call(CHAPTERS, what, arguments())

    def segments(self):
        what = self.chance.choice(
            ["Skip", "Skip", "Dismiss", "Unskip", "SetSegments", "SetSegments", "SetLinearPlayback"])
        arguments = {
            "SetSegments": lambda: variant("(a(xxsa{sv}))", self.ranges()),
            "SetLinearPlayback": lambda: variant("(b)", self.chance.random() < 0.2),
        }.get(what, lambda: None)
        self.call(SEGMENTS, what, arguments())

    def propose(self):
        what = self.chance.choice(["Propose", "Propose", "Withdraw", "Accept", "Reject", "Defer", "Inhibit", "Release"])
        if what == "Propose":
            self.call(PROPOSAL, what, variant("(a{sv})", self.proposal()))
        elif what == "Inhibit":
            if answer := self.call(PROPOSAL, what, variant("(ss)", self.who, self.word())):
                self.tickets.append(answer[0])
        elif what == "Release":
            self.call(PROPOSAL, what, variant("(u)", self.tickets.pop() if self.tickets else self.index()))
        else:
            self.call(PROPOSAL, what)

    def trim(self):
        what = self.chance.choice(["Begin", "Begin", "SetInPoint", "SetOutPoint", "Finish", "Presets"])
        if what.startswith("Set"):
            self.call(TRIM, what, variant("(x)", self.time()))
        else:
            self.call(TRIM, what, variant("(b)", self.chance.random() < 0.5) if what == "Finish" else None)

    def export(self):
        chance = self.chance
        if chance.random() < 0.3 and (answer := self.call(
                SESSION, "Get", variant("(ss)", SESSION, "Exports"), "/org/mediad/Player1")) and answer[0]:
            self.call(JOB, "Cancel", None, chance.choice(answer[0]))
            return
        end = chance.choice(["mkv", "mp4", "webm", "mp3", "flac", "ogg", "wav", "doc", ""])
        path = chance.choice([
            f"{self.rig.exports}/{chance.randrange(8)}.{end}", "/nowhere/at/all.mkv", "relative.mkv", "",
            *[f"{self.rig.exports}/{self.who[-1]}.{end}"] * 6])
        preset = chance.choice(["passthrough", "passthrough", "exact", "audio", "240p", "x"])
        options = {"preset": GLib.Variant("s", preset), "overwrite": GLib.Variant("b", chance.random() < 0.7)}
        if chance.random() < 0.5:
            ranges = [(self.time(), self.time()) for _ in range(chance.choice([1, 2]))]
            options["ranges"] = GLib.Variant("a(xx)", ranges)
        if chance.random() < 0.2:
            options["without"] = GLib.Variant("as", [chance.choice(KINDS)])
        self.call(TRIM, "Export", variant("(sa{sv})", path, options))

    def window(self):
        what = self.chance.choice([
            "StartPictureInPicture", "StopPictureInPicture", "ClosePictureInPicture", "TogglePictureInPicture",
            "TogglePictureInPicture", "SetFullscreen", "SetFullscreen", "RegisterInterface", "RestoreCompleted"])
        arguments = {
            "SetFullscreen": lambda: variant("(b)", self.chance.random() < 0.5),
            "RegisterInterface": lambda: variant("(s)", self.word()),
            "RestoreCompleted": lambda: variant("(ub)", self.index(), True),
        }.get(what, lambda: None)
        self.call(WINDOW, what, arguments())

    def session(self):
        chance = self.chance
        what = chance.choice(["ReloadConfig", "SetSleepTimer", "History", "Resume", "Forget", "ImportHistory"])
        arguments = {
            "SetSleepTimer": lambda: variant(
                "(sx)", chance.choice(["duration", "chapter", "item", "none", "?"]), self.time()),
            "History": lambda: variant("(uu)", self.index(), 100), "Resume": lambda: variant("(s)", self.uri()),
            "Forget": lambda: variant("(s)", self.uri()), "ImportHistory": lambda: variant("(s)", self.rig.media),
        }.get(what, lambda: None)
        self.call(SESSION, what, arguments())

    def nonsense(self):
        """Right names with wrong arguments, and wrong names."""
        interface = self.chance.choice(
            [PLAYER, QUEUE, CHAPTERS, SEGMENTS, PROPOSAL, TRIM, WINDOW, SESSION, "org.mediad.Nothing1"])
        member = self.chance.choice(
            ["Play", "Replace", "GoTo", "SetSegments", "Propose", "Export", "SetFullscreen", "Nothing"])
        arguments = self.chance.choice([
            variant("(s)", self.word()), variant("(v)", GLib.Variant("ay", bytes(500))),
            variant("(dd)", math.nan, math.inf), variant("(ooo)", "/", "/", "/"),
            variant("(a{sv})", {"uri": GLib.Variant("aas", [[self.word()]])})])
        self.call(interface, member, arguments)

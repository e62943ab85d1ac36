"""One round of one player: what it costs, and how soon it does what it is asked for."""

import shutil
import statistics
import sys
import time
import urllib.parse

from bus import GLib, Gio, PATH, PLAYER, PROPERTIES, Unanswered
from screen import dropped_by_mediad, dropped_by_mpv
from usage import counters, dirty_memory, usage

OWN = "org.mediad.Player1"
WINDOW = "org.mediad.Window1"
QUEUE = ("/org/mediad/Player1", "org.mediad.Queue1")


class Measuring:
    def __init__(self, rig):
        self.rig = rig
        self.bus = rig.bus

    def round(self, player, only_windows=False):
        """Results by row key; a player that does not do what every player does leaves a row empty."""
        results = {}
        if only_windows:
            if player != "playbin":
                self.windows(player, results)
            return results
        if player == "playbin":
            self.playbin(results)
            return results
        if player in self.rig.mediad:
            self.attempt(player, results, "start_restored", self.restored, player, results)
            # From here on nobody remembers anything.
            shutil.rmtree(f"{self.rig.folder}/state/mediad", ignore_errors=True)
        self.audio(player, results)
        self.films(player, results)
        self.silence(player, results)
        self.switches(player, results)
        self.windows(player, results)
        return results

    def playbin(self, results):
        for way, file, keys in (
            ("audio", self.rig.files[0], ("playing_cpu", "playing_switches", "threads", "playing_dirty")),
            ("video", self.rig.video, ("video_cpu", "video_switches", None, "video_dirty")),
            ("silent", self.rig.files[0], ("silent_cpu", "silent_switches", None, None)),
        ):
            process = self.rig.start("playbin", [file], way)
            try:
                time.sleep(3)
                results |= {key: value for key, value in zip(keys, (*usage(process.pid, 8), dirty_memory(process.pid))) if key}
            finally:
                self.rig.stop(process)

    def attempt(self, player, results, key, measure, *arguments):
        try:
            results[key] = measure(*arguments)
        except (Unanswered, GLib.Error) as error:
            print(f"  {player}: {key}: {error}", file=sys.stderr)

    def audio(self, player, results):
        process, results["start"] = self.rig.started(player)
        name = self.rig.name(player)
        try:
            time.sleep(10)
            results["idle_dirty"] = dirty_memory(process.pid)
            results["idle_cpu"], results["idle_switches"], _ = usage(process.pid, 5)
            self.attempt(player, results, "open", self.open, name, self.rig.files[0])
            self.attempt(player, results, "open_again", self.open_again, name, self.rig.files[0])
            time.sleep(3)
            results["playing_cpu"], results["playing_switches"], results["threads"] = usage(process.pid, 8)
            results["playing_dirty"] = dirty_memory(process.pid)
            self.attempt(player, results, "landed", self.seek, name, results)
            self.attempt(player, results, "pause", self.pause, name)
            self.attempt(player, results, "reads", self.reads, name)
        finally:
            self.rig.stop(process)

    def films(self, player, results):
        process, _ = self.rig.started(player, way="video")
        try:
            time.sleep(5)
            self.attempt(player, results, "video_open", self.open, self.rig.name(player), self.rig.video)
            self.attempt(player, results, "video_open_again", self.open_again, self.rig.name(player), self.rig.video)
            time.sleep(3)
            results["video_cpu"], results["video_switches"], _ = usage(process.pid, 8)
            results["video_dirty"] = dirty_memory(process.pid)
        finally:
            self.rig.stop(process)

    def silence(self, player, results):
        process, _ = self.rig.started(player, way="silent")
        try:
            self.attempt(player, {}, "silent", self.open, self.rig.name(player), self.rig.files[0])
            time.sleep(3)
            results["silent_cpu"], results["silent_switches"], _ = usage(process.pid, 8)
        finally:
            self.rig.stop(process)

    def switches(self, player, results):
        process, _ = self.rig.started(player, self.rig.files)
        try:
            self.attempt(player, results, "switch", self.switch, player, self.rig.name(player))
        finally:
            self.rig.stop(process)

    def windows(self, player, results):
        """A film of 1080p at 60 frames a second that fills the screen: in mpv with its defaults, and with its profile for
        displays without hardware; in mediad twice, in turns with them."""
        for way in ("window", "fast"):
            if player == "mpv":
                process = self.rig.start(player, [self.rig.large], way)
            elif player in self.rig.mediad:
                process, _ = self.rig.started(player, way="window")
                self.bus.call(OWN, WINDOW, "SetFullscreen", GLib.Variant("(b)", (True,)), path=QUEUE[0])
                self.attempt(player, {}, way, self.open, self.rig.name(player), self.rig.large)
            else:
                return
            try:
                time.sleep(5)
                before, display = self.dropped(player), counters(self.rig.screen.server.pid)
                results[f"{way}_cpu"], _, _ = usage(process.pid, 20)
                after = counters(self.rig.screen.server.pid)
                results[f"{way}_display"] = 5 * sum(after[task][0] - display.get(task, (0, 0))[0] for task in after)
                results[f"{way}_dropped"] = self.dropped(player) - before
            finally:
                self.rig.stop(process)

    def dropped(self, player):
        if player == "mpv":
            return dropped_by_mpv(f"{self.rig.folder}/mpv.socket")
        return dropped_by_mediad(self.rig.tracked)

    def mixed(self, player, minutes):
        """Dirty memory a minute after so many minutes of mixed items were stopped."""
        files = self.rig.mixed * (1 + int(minutes * 60 / (5 * len(self.rig.mixed))))
        process, _ = self.rig.started(player, () if player in self.rig.mediad else files, way="video")
        name = self.rig.name(player)
        try:
            if player in self.rig.mediad:
                self.replace(files)
            time.sleep(60 * minutes)
            if self.bus.get(name, "PlaybackStatus") != "Playing":
                raise Unanswered("it does not play any more")
            self.bus.call(name, PLAYER, "Stop")
            time.sleep(60)
            return dirty_memory(process.pid)
        finally:
            self.rig.stop(process)

    def replace(self, files, **options):
        items = [{"uri": GLib.Variant("s", file)} for file in files]
        options = {"play": GLib.Variant("b", True), **options}
        self.bus.call(OWN, QUEUE[1], "Replace", GLib.Variant("(aa{sv}a{sv})", (items, options)), path=QUEUE[0])

    def restored(self, player, results):
        """Starts with a session of 10,000 items, in turns with starts without one."""
        name, folder = self.rig.name(player), self.rig.folder
        empty, full = f"{folder}/state/empty", f"{folder}/state/full"
        for state in (empty, full):
            shutil.rmtree(state, ignore_errors=True)
        began = {empty: [], full: []}
        process, _ = self.rig.started(player, state=full)
        files = [self.rig.files[0], *(f"file:///music/album/{number}.flac" for number in range(9_999))]
        self.replace(files, start=GLib.Variant("x", 30_000_000))
        self.until(lambda: self.position(name) > 31_000_000, 10, "the first item's position")
        self.rig.stop(process)
        for _ in range(5):
            for state in (empty, full):
                process, start = self.rig.started(player, state=state)
                began[state].append(start)
                if state == full and self.position(name) < 31_000_000:
                    raise Unanswered("the session did not come back")
                self.rig.stop(process)
        results["start_empty"] = statistics.median(began[empty])
        return statistics.median(began[full])

    def until(self, holds, timeout, what):
        """The time at which something became true, asked for over and over."""
        deadline = time.monotonic() + timeout
        while True:
            answer = holds()
            now = time.monotonic()
            if answer:
                return now
            if now > deadline:
                raise Unanswered(f"{what} not within {timeout} s")
            time.sleep(0.001)

    def position(self, name):
        try:
            return self.bus.get(name, "Position")
        except GLib.Error:
            return 0

    def open(self, name, file):
        began = time.monotonic()
        self.bus.call(name, PLAYER, "OpenUri", GLib.Variant("(s)", (file,)))
        return 1000 * (self.until(lambda: self.position(name) > 0, 10, "a position above 0") - began)

    def open_again(self, name, file):
        """Of items that are opened one after the other, each after the one before was stopped."""
        delays = []
        for _ in range(3):
            time.sleep(1)
            self.bus.call(name, PLAYER, "Stop")
            time.sleep(0.5)
            delays.append(self.open(name, file))
        return statistics.median(delays)

    def seek(self, name, results):
        track = self.bus.get(name, "Metadata")["mpris:trackid"]
        targets = [60_000_000, 20_000_000, 90_000_000, 40_000_000, 75_000_000]
        # The client asks all the time here, which costs time itself: hence the signal is awaited by itself.
        landed, seeked = [], []
        for target in targets:
            time.sleep(0.6)
            began = time.monotonic()
            self.bus.call(name, PLAYER, "SetPosition", GLib.Variant("(ox)", (track, target)))
            at = self.until(lambda: target <= self.position(name) < target + 2_000_000, 5, "the position sought")
            landed.append(1000 * (at - began))
        for target in targets:
            time.sleep(0.6)
            began = self.sent(name, "SetPosition", GLib.Variant("(ox)", (track, target)))
            at = self.bus.first("Seeked", lambda _, values: abs(values[0] - target) < 1_000_000, 1)
            if at is not None:
                seeked.append(1000 * (at - began))
        if seeked:
            results["seeked"] = statistics.median(seeked)
        return statistics.median(landed)

    def sent(self, name, method, arguments=None):
        """When a call was sent; its reply is not awaited, since the signal may come first."""
        self.bus.forget()
        began = time.monotonic()
        self.bus.connection.call(
            name, PATH, PLAYER, method, arguments, None, Gio.DBusCallFlags.NONE, 5_000, None, None)
        return began

    def pause(self, name):
        delays = []
        for _ in range(5):
            for method, status in (("Pause", "Paused"), ("Play", "Playing")):
                time.sleep(0.3)
                began = self.sent(name, method)
                at = self.bus.wait(
                    "PropertiesChanged", lambda _, values: values[1].get("PlaybackStatus") == status, 3)
                if method == "Pause":
                    delays.append(1000 * (at - began))
        return statistics.median(delays)

    def reads(self, name):
        began = time.monotonic()
        for _ in range(2_000):
            self.bus.get(name, "Position")
        return 1000 * (time.monotonic() - began)

    def switch(self, player, name):
        if player in self.rig.mediad:
            self.replace(self.rig.files)
        self.until(lambda: self.position(name) > 200_000, 10, "the first item's position")
        url = lambda metadata: urllib.parse.unquote(metadata.get("xesam:url", ""))
        wanted = urllib.parse.unquote(self.rig.files[1])
        if url(self.bus.get(name, "Metadata")) == wanted:
            raise Unanswered("it began with the second item")
        time.sleep(1)
        began = self.sent(name, "Next")
        at = self.bus.wait("PropertiesChanged", lambda _, values: url(values[1].get("Metadata", {})) == wanted, 5)
        return 1000 * (at - began)

#!/usr/bin/python3
"""mediad beside other players, one after the other in every round, on the same files, a private bus and a private sound
server with a null sink. Prints a table of medians with ratios, and which of the project's goals hold.

usage: bench.py [DIRECTORY] [--before DIRECTORY] [--rounds N] [--players mediad,mpv,vlc,playbin] [--check] [--json FILE]
DIRECTORY holds the release build of mediad; that of --before holds an older one, which is measured as "before". Players
that are not installed are left out, and said so.
"""

import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

try:
    import gi

    gi.require_version("Gio", "2.0")
    from gi.repository import Gio, GLib
except (ImportError, ValueError):
    sys.exit("bench: the measuring D-Bus client needs python3-gi (apt-get install python3-gi)")

PATH = "/org/mpris/MediaPlayer2"
PLAYER = "org.mpris.MediaPlayer2.Player"
ROOT = "org.mpris.MediaPlayer2"
PROPERTIES = "org.freedesktop.DBus.Properties"
# Row title, key, unit.
ROWS = [
    ("start to name owned", "start", "ms"),
    ("the same, in turns with the next", "start_empty", "ms"),
    ("the same with 10,000 items restored", "start_restored", "ms"),
    ("PSS idle", "idle_pss", "MB"),
    ("context switches idle", "idle_switches", "/s"),
    ("CPU idle", "idle_cpu", "%"),
    ("OpenUri to first position", "open", "ms"),
    ("PSS playing", "playing_pss", "MB"),
    ("CPU playing", "playing_cpu", "%"),
    ("context switches playing", "playing_switches", "/s"),
    ("threads playing", "threads", ""),
    ("SetPosition to position there", "landed", "ms"),
    ("SetPosition to Seeked", "seeked", "ms"),
    ("Pause to PropertiesChanged", "pause", "ms"),
    ("2,000 reads of Position", "reads", "ms"),
    ("Next to new Metadata", "switch", "ms"),
]


class Unanswered(Exception):
    """A player did not do what every player does; its row stays empty."""


class Bus:
    """A private bus and a client on it."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nosyslog", "--print-address=1"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, cwd=folder)
        self.address = self.process.stdout.readline().decode().strip()
        self.connection = Gio.DBusConnection.new_for_address_sync(
            self.address,
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        self.connection.set_exit_on_close(False)
        # (time, member, interface, parameters) of everything that players and the bus tell
        self.signals = []
        self.connection.signal_subscribe(
            None, None, None, None, None, Gio.DBusSignalFlags.NONE, self.heard)

    def heard(self, _connection, _sender, _path, interface, member, parameters):
        self.signals.append((time.monotonic(), member, interface, parameters.unpack()))

    def wait(self, member, matches, timeout):
        """The time at which the first signal that matches arrived; signals are dropped as they are looked at."""
        deadline = time.monotonic() + timeout
        context = GLib.MainContext.default()
        timer = GLib.timeout_add(20, lambda: True)
        try:
            while time.monotonic() < deadline:
                while self.signals:
                    at, name, interface, parameters = self.signals.pop(0)
                    if name == member and matches(interface, parameters):
                        return at
                context.iteration(True)
        finally:
            GLib.source_remove(timer)
        raise Unanswered(f"no {member} within {timeout} s")

    def forget(self):
        """Drops what was heard so far."""
        context = GLib.MainContext.default()
        while context.iteration(False):
            pass
        self.signals.clear()

    def call(self, name, interface, member, arguments=None, path=PATH, timeout=5_000):
        return self.connection.call_sync(
            name, path, interface, member, arguments, None, Gio.DBusCallFlags.NO_AUTO_START, timeout, None).unpack()

    def get(self, name, member):
        return self.call(name, PROPERTIES, "Get", GLib.Variant("(ss)", (PLAYER, member)))[0]

    def owned(self, name):
        return self.call(
            "org.freedesktop.DBus", "org.freedesktop.DBus", "NameHasOwner", GLib.Variant("(s)", (name,)),
            path="/org/freedesktop/DBus")[0]


def counters(pid):
    """CPU seconds and context switches so far, by thread."""
    threads = {}
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/schedstat") as file:
                cpu = int(file.read().split()[0]) / 1e9
            with open(f"/proc/{pid}/task/{task}/status") as file:
                threads[task] = (cpu, sum(int(line.split()[1]) for line in file if "ctxt_switches" in line))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return threads


def usage(pid, seconds):
    """CPU in percent of one core, context switches per second and the threads over a while.

    Threads that end meanwhile take their figures with them; those that begin count from 0.
    """
    began = time.monotonic()
    before = counters(pid)
    time.sleep(seconds)
    after = counters(pid)
    passed = time.monotonic() - began
    grown = [sum(now[field] - before.get(task, (0, 0))[field] for task, now in after.items()) for field in (0, 1)]
    return 100 * grown[0] / passed, grown[1] / passed, len(after)


def pss(pid):
    """Proportional set size in MB: shared pages count by their share."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Pss:")) / 1024


class Bench:
    def __init__(self, folder, mediad, rounds):
        self.folder = folder
        self.mediad = {"mediad": mediad, "before": f"{mediad}-before"}
        self.rounds = rounds
        self.environment = {
            key: value for key, value in os.environ.items()
            if key not in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER", "G_DEBUG")
            and not key.startswith("XDG_")
        }
        for key, name in [
            ("HOME", "home"), ("XDG_RUNTIME_DIR", "run"), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache"),
            ("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"),
        ]:
            os.makedirs(os.path.join(folder, name), mode=0o700, exist_ok=True)
            self.environment[key] = os.path.join(folder, name)
        os.makedirs(f"{folder}/config/mediad", exist_ok=True)
        with open(f"{folder}/config/mediad/config.toml", "w") as file:
            file.write('[audio]\nsink = "pulsesink"\n[video]\nsink = "none"\n')
        self.environment["PULSE_SERVER"] = f"unix:{folder}/run/pulse.socket"
        self.files = [self.tone("a.flac", 440), self.tone("b.flac", 550)]
        self.bus = Bus(folder)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.bus.address
        self.sound = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
             "--high-priority=no", "-L", "module-null-sink sink_name=bench", "-L",
             f"module-native-protocol-unix auth-anonymous=1 socket={folder}/run/pulse.socket"],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while not os.path.exists(f"{folder}/run/pulse.socket"):
            if time.monotonic() > deadline or self.sound.poll() is not None:
                raise SystemExit("bench: pulseaudio did not start")
            time.sleep(0.05)

    def tone(self, name, frequency):
        path = os.path.join(self.folder, name)
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
             f"aevalsrc='0.1*sin(2*PI*{frequency}*t)|0.1*sin(2*PI*{frequency + 3}*t)':s=44100:d=120", "-sample_fmt", "s16",
             "-metadata", f"title={name}", path], check=True)
        return "file://" + urllib.parse.quote(path)

    def close(self):
        for process in (self.sound, self.bus.process):
            process.terminate()
            process.wait()

    # Players: how they start, idle and with two items.

    def command(self, player, files):
        if player in self.mediad:
            return [self.mediad[player]]
        if player == "mpv":
            plugin = next(
                (path for path in ("/usr/lib/mpv-mpris/mpris.so", "/etc/mpv/scripts/mpris.so") if os.path.exists(path)), "")
            return ["mpv", "--no-config", "--no-terminal", "--idle=yes", "--no-video", "--ao=pulse", f"--script={plugin}",
                    *files]
        if player == "vlc":
            return ["vlc", "-I", "dummy", "--control", "dbus", "--ignore-config", "--no-video", "--aout", "pulse",
                    "--no-playlist-autostart" if not files else "--playlist-autostart", *files]
        return ["gst-launch-1.0", "-q", "playbin", f"uri={files[0]}", "audio-sink=pulsesink", "video-sink=fakesink"]

    def start(self, player, files=()):
        with open(f"{self.folder}/{player}.log", "ab") as log:
            return subprocess.Popen(
                self.command(player, list(files)), env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log)

    def stop(self, process):
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    # Measuring

    def measure(self, player):
        """One round of one player: results by row key."""
        if player == "playbin":
            process = self.start(player, self.files[:1])
            try:
                time.sleep(3)
                cpu, switches, threads = usage(process.pid, 8)
                return {"playing_cpu": cpu, "playing_switches": switches, "threads": threads,
                        "playing_pss": pss(process.pid)}
            finally:
                self.stop(process)
        results = {}
        name = f"org.mpris.MediaPlayer2.{'mediad' if player in self.mediad else player}"
        if player in self.mediad:
            self.attempt(player, results, "start_restored", lambda: self.restored(player, name, results))
            # From here on nobody remembers anything.
            shutil.rmtree(f"{self.folder}/state/mediad", ignore_errors=True)
        process = self.started(player, name, results)
        try:
            time.sleep(3)
            results["idle_pss"] = pss(process.pid)
            results["idle_cpu"], results["idle_switches"], _ = usage(process.pid, 5)
            self.attempt(player, results, "open", lambda: self.open(name))
            time.sleep(3)
            results["playing_cpu"], results["playing_switches"], results["threads"] = usage(process.pid, 8)
            results["playing_pss"] = pss(process.pid)
            self.attempt(player, results, "landed", lambda: self.seek(name, results))
            self.attempt(player, results, "pause", lambda: self.pause(name))
            self.attempt(player, results, "reads", lambda: self.reads(name))
        finally:
            self.stop(process)
        process = self.started(player, name, {}, self.files)
        try:
            self.attempt(player, results, "switch", lambda: self.switch(player, name))
        finally:
            self.stop(process)
        return results

    def attempt(self, player, results, key, measure):
        try:
            results[key] = measure()
        except (Unanswered, GLib.Error) as error:
            print(f"  {player}: {key}: {error}", file=sys.stderr)

    def started(self, player, name, results, files=()):
        deadline = time.monotonic() + 5
        while self.bus.owned(name):
            if time.monotonic() > deadline:
                raise SystemExit(f"bench: {name} is still owned")
            time.sleep(0.05)
        self.bus.forget()
        began = time.monotonic()
        process = self.start(player, files)
        try:
            at = self.bus.wait("NameOwnerChanged", lambda _, values: values[0] == name and values[2] != "", 20)
        except Unanswered:
            self.stop(process)
            raise SystemExit(f"bench: {player} did not take {name}; see its output:\n" + self.log(player))
        results["start"] = 1000 * (at - began)
        return process

    def restored(self, player, name, results):
        """Starts with a session of 10,000 items, in turns with starts without one."""
        empty, full = f"{self.folder}/state/empty", f"{self.folder}/state/full"
        for state in (empty, full):
            shutil.rmtree(state, ignore_errors=True)
        began = {empty: [], full: []}
        environment = self.environment
        try:
            self.environment = {**environment, "XDG_STATE_HOME": full}
            process = self.started(player, name, {})
            items = [{"uri": GLib.Variant("s", file)} for file in self.files[:1]] + [
                {"uri": GLib.Variant("s", f"file:///music/album/{number}.flac")} for number in range(9_999)]
            options = {"play": GLib.Variant("b", True), "start": GLib.Variant("x", 30_000_000)}
            self.bus.call(
                name, "org.mediad.Queue1", "Replace", GLib.Variant("(aa{sv}a{sv})", (items, options)),
                path="/org/mediad/Player1")
            self.until(lambda: self.position(name) > 31_000_000, 10, "the first item's position")
            self.stop(process)
            for _ in range(5):
                for state in (empty, full):
                    self.environment = {**environment, "XDG_STATE_HOME": state}
                    start = {}
                    process = self.started(player, name, start)
                    began[state].append(start["start"])
                    if state == full and self.position(name) < 31_000_000:
                        raise Unanswered("the session did not come back")
                    self.stop(process)
        finally:
            self.environment = environment
        results["start_empty"] = statistics.median(began[empty])
        return statistics.median(began[full])

    def log(self, player):
        with open(f"{self.folder}/{player}.log", errors="replace") as file:
            return file.read()[-2000:]

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

    def open(self, name):
        began = time.monotonic()
        self.bus.call(name, PLAYER, "OpenUri", GLib.Variant("(s)", (self.files[0],)))
        return 1000 * (self.until(lambda: self.position(name) > 0, 10, "a position above 0") - began)

    def seek(self, name, results):
        metadata = self.bus.get(name, "Metadata")
        track = metadata["mpris:trackid"]
        landed, seeked = [], []
        for target in (60_000_000, 20_000_000, 90_000_000, 40_000_000, 75_000_000):
            time.sleep(0.6)
            self.bus.forget()
            began = time.monotonic()
            self.bus.call(name, PLAYER, "SetPosition", GLib.Variant("(ox)", (track, target)))
            at = self.until(lambda: target <= self.position(name) < target + 2_000_000, 5, "the position sought")
            landed.append(1000 * (at - began))
            try:
                at = self.bus.wait("Seeked", lambda _, values: abs(values[0] - target) < 1_000_000, 1)
                seeked.append(1000 * (at - began))
            except Unanswered:
                pass
        if seeked:
            results["seeked"] = statistics.median(seeked)
        return statistics.median(landed)

    def pause(self, name):
        delays = []
        for _ in range(5):
            for method, status in (("Pause", "Paused"), ("Play", "Playing")):
                time.sleep(0.3)
                self.bus.forget()
                began = time.monotonic()
                # Without waiting for the reply: the signal may come first.
                self.bus.connection.call(
                    name, PATH, PLAYER, method, None, None, Gio.DBusCallFlags.NONE, 5_000, None, None)
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
        if player in self.mediad:
            items = [{"uri": GLib.Variant("s", file)} for file in self.files]
            self.bus.call(
                name, "org.mediad.Queue1", "Replace",
                GLib.Variant("(aa{sv}a{sv})", (items, {"play": GLib.Variant("b", True)})), path="/org/mediad/Player1")
        self.until(lambda: self.position(name) > 200_000, 10, "the first item's position")
        url = lambda metadata: urllib.parse.unquote(metadata.get("xesam:url", ""))
        wanted = urllib.parse.unquote(self.files[1])
        if url(self.bus.get(name, "Metadata")) == wanted:
            raise Unanswered("it began with the second item")
        time.sleep(1)
        self.bus.forget()
        began = time.monotonic()
        self.bus.connection.call(name, PATH, PLAYER, "Next", None, None, Gio.DBusCallFlags.NONE, 5_000, None, None)
        at = self.bus.wait("PropertiesChanged", lambda _, values: url(values[1].get("Metadata", {})) == wanted, 5)
        return 1000 * (at - began)


def number(value):
    if value is None:
        return "-"
    if value == 0 or abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def table(medians, players):
    peers = [player for player in players if player != "mediad"]
    heads = ["", *players] + ([f"/{peer}" for peer in peers] if "mediad" in players else [])
    lines = [heads]
    for title, key, unit in ROWS:
        line = [f"{title} {unit}".rstrip()] + [number(medians[player].get(key)) for player in players]
        if "mediad" in players:
            own = medians["mediad"].get(key)
            for peer in peers:
                other = medians[peer].get(key)
                line.append(f"{own / other:.2f}" if own is not None and other else "-")
        lines.append(line)
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for line in lines:
        print("  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths))).rstrip())


def goals(medians):
    """The project's goals for a release build, each with whether it holds; None where a peer is missing."""
    def value(player, key):
        return medians.get(player, {}).get(key, math.nan)

    def at_most(left, right):
        return None if math.isnan(left) or math.isnan(right) else left <= right

    own = lambda key: value("mediad", key)
    return [
        ("start to name owned no slower than VLC", at_most(own("start"), value("vlc", "start"))),
        ("start with 10,000 items restored at most 1.5 times that without",
         at_most(own("start_restored"), 1.5 * own("start_empty"))),
        ("no wake-ups when idle (under 0.5 a second)", at_most(own("idle_switches"), 0.5)),
        ("idle PSS at most 1.5 times VLC's", at_most(own("idle_pss"), 1.5 * value("vlc", "idle_pss"))),
        ("CPU playing audio at most 1.1 times playbin's", at_most(own("playing_cpu"), 1.1 * value("playbin", "playing_cpu"))),
        ("fewer context switches playing than mpv", at_most(own("playing_switches"), value("mpv", "playing_switches"))),
        ("Pause to signal under 2 ms", at_most(own("pause"), 2)),
        ("SetPosition to landed under 40 ms", at_most(own("seeked"), 40)),
    ]


def as_ordinary_user(arguments, folder):
    """VLC refuses to run as root, so everything runs as nobody, from a folder that nobody can read."""
    script = shutil.copy(__file__, folder)
    command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", script]
    if arguments.directory:
        for program in ("mediad", "mediactl"):
            source = os.path.join(arguments.directory, program)
            if os.path.exists(source):
                shutil.copy(source, folder)
        command.append(folder)
    if arguments.before:
        shutil.copy(os.path.join(arguments.before, "mediad"), os.path.join(folder, "mediad-before"))
        command += ["--before", folder]
    command += ["--rounds", str(arguments.rounds), "--players", ",".join(player for player in arguments.players if player != "before"), "--folder", folder]
    if arguments.check:
        command.append("--check")
    if arguments.json:
        command += ["--json", os.path.join(folder, "result.json")]
    for entry in [folder, *(os.path.join(folder, name) for name in os.listdir(folder))]:
        os.chown(entry, 65534, 65534)
    status = subprocess.run(command, cwd=folder, env={**os.environ, "HOME": folder}).returncode
    if arguments.json and os.path.exists(os.path.join(folder, "result.json")):
        shutil.copyfile(os.path.join(folder, "result.json"), arguments.json)
    return status


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("directory", nargs="?", help="where the release build of mediad is")
    parser.add_argument("--before", metavar="DIRECTORY", help="where the release build of an older mediad is")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--players", type=lambda text: text.split(","), default=["mediad", "mpv", "vlc", "playbin"])
    parser.add_argument("--check", action="store_true", help="exit 1 when a goal does not hold")
    parser.add_argument("--json", help="write all results there")
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    folder = arguments.folder or tempfile.mkdtemp(prefix="mediad-bench-")
    try:
        if os.getuid() == 0:
            return as_ordinary_user(arguments, folder)
        if arguments.before and not arguments.folder:
            sys.exit("bench: run it as root to compare with an older build")
        return bench(arguments, folder)
    finally:
        if not arguments.folder:
            shutil.rmtree(folder, ignore_errors=True)


def bench(arguments, folder):
    mediad = os.path.join(arguments.directory or "", "mediad")
    available = {
        "mediad": bool(arguments.directory) and os.access(mediad, os.X_OK),
        "mpv": bool(shutil.which("mpv")) and any(
            map(os.path.exists, ("/usr/lib/mpv-mpris/mpris.so", "/etc/mpv/scripts/mpris.so"))),
        "vlc": bool(shutil.which("vlc")),
        "playbin": bool(shutil.which("gst-launch-1.0")),
    }
    players = []
    if arguments.before:
        available["before"] = os.access(f"{mediad}-before", os.X_OK)
        arguments.players.insert(1, "before")
    for player in arguments.players:
        if player not in available:
            sys.exit(f"bench: there is no player {player}: choose from {', '.join(available)}")
        if available[player]:
            players.append(player)
        else:
            print(f"{player} is not there: left out")
    if not players:
        sys.exit("bench: no player to measure")
    bench = Bench(folder, os.path.abspath(mediad), arguments.rounds)
    results = {player: [] for player in players}
    try:
        # One round that does not count fills caches and plugin registries.
        for player in players:
            process = bench.start(player, bench.files[:1])
            time.sleep(4)
            bench.stop(process)
        for round_number in range(arguments.rounds):
            for player in players:
                print(f"round {round_number + 1} of {arguments.rounds}: {player}", file=sys.stderr, flush=True)
                results[player].append(bench.measure(player))
    finally:
        bench.close()
    medians = {
        player: {
            key: statistics.median(values)
            for _, key, _ in ROWS
            if (values := [result[key] for result in rounds if result.get(key) is not None])
        }
        for player, rounds in results.items()
    }
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"rounds": results, "medians": medians}, file, indent=2)
    print(f"\nMedians of {arguments.rounds} rounds; CPU in percent of one core; the right part is mediad / peer.\n")
    table(medians, players)
    if "mediad" not in players:
        return 0
    print()
    held = [(title, holds) for title, holds in goals(medians)]
    for title, holds in held:
        print({True: "  holds   ", False: "  MISSED  ", None: "  unknown "}[holds] + title)
    return 1 if arguments.check and any(holds is False for _, holds in held) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""mediad beside other players, one after the other in every round, on the same files, a private bus and a private sound
server with a null sink. Prints a table of medians with ratios, and which of the project's goals hold.

usage: bench.py [DIRECTORY] [--before DIRECTORY | --compare REF] [--rounds N] [--mixed MINUTES]
                [--players mediad,mpv,vlc,playbin] [--windows] [--check] [--json FILE]
DIRECTORY holds the release build of mediad; that of --before holds an older one, which is measured as "before".
--compare builds one from a commit. Players that are not installed are left out, and said so.
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

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "benching"))

from measuring import Measuring  # noqa: E402
from rig import MPV_PLUGIN, Rig  # noqa: E402

# Row title, key, unit.
ROWS = [
    ("start to name owned", "start", "ms"),
    ("the same, in turns with the next", "start_empty", "ms"),
    ("the same with 10,000 items restored", "start_restored", "ms"),
    ("dirty memory idle", "idle_dirty", "MB"),
    ("dirty memory a minute after mixed items", "mixed_dirty", "MB"),
    ("context switches idle", "idle_switches", "/s"),
    ("CPU idle", "idle_cpu", "%"),
    ("OpenUri to first position", "open", "ms"),
    ("the same after that", "open_again", "ms"),
    ("dirty memory playing", "playing_dirty", "MB"),
    ("CPU playing", "playing_cpu", "%"),
    ("context switches playing", "playing_switches", "/s"),
    ("threads playing", "threads", ""),
    ("OpenUri of a video to first position", "video_open", "ms"),
    ("the same after that, of a video", "video_open_again", "ms"),
    ("dirty memory playing a video of 360p", "video_dirty", "MB"),
    ("CPU playing it", "video_cpu", "%"),
    ("context switches playing it", "video_switches", "/s"),
    ("CPU playing 1080p60 in fullscreen", "window_cpu", "%"),
    ("CPU of the X server meanwhile", "window_display", "%"),
    ("frames dropped in 20 s of it", "window_dropped", ""),
    ("CPU beside mpv's sw-fast with x11", "fast_cpu", "%"),
    ("CPU of the X server meanwhile", "fast_display", "%"),
    ("frames dropped in 20 s of it", "fast_dropped", ""),
    ("CPU playing without a sound card", "silent_cpu", "%"),
    ("context switches without a sound card", "silent_switches", "/s"),
    ("SetPosition to position there", "landed", "ms"),
    ("SetPosition to Seeked", "seeked", "ms"),
    ("Pause to PropertiesChanged", "pause", "ms"),
    ("2,000 reads of Position", "reads", "ms"),
    ("Next to new Metadata", "switch", "ms"),
    ("installed programs, stripped", "size", "MB"),
]


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
    """The project's goals for a release build, each with whether it holds; None where a figure is missing."""
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
        ("idle dirty memory at most VLC's", at_most(own("idle_dirty"), value("vlc", "idle_dirty"))),
        ("dirty memory a minute after mixed items at most VLC's", at_most(own("mixed_dirty"), value("vlc", "mixed_dirty"))),
        ("OpenUri to first position within 12 ms", at_most(own("open"), 12)),
        ("the same after that", at_most(own("open_again"), 12)),
        ("OpenUri of a video within 25 ms", at_most(own("video_open"), 25)),
        ("the same after that, of a video", at_most(own("video_open_again"), 25)),
        ("CPU playing audio at most 1.1 times playbin's", at_most(own("playing_cpu"), 1.1 * value("playbin", "playing_cpu"))),
        ("fewer context switches playing than mpv", at_most(own("playing_switches"), value("mpv", "playing_switches"))),
        ("context switches without a sound card at most 1.1 times those with one",
         at_most(own("silent_switches"), 1.1 * own("playing_switches"))),
        ("dirty memory playing a video at most 1.05 times playbin's and 5 MB",
         at_most(own("video_dirty"), 1.05 * value("playbin", "video_dirty") + 5)),
        ("CPU playing 1080p60 at most mpv's", at_most(own("window_cpu"), value("mpv", "window_cpu"))),
        ("frames dropped at most mpv's", at_most(own("window_dropped"), value("mpv", "window_dropped"))),
        ("CPU playing 1080p60 at most that of mpv's sw-fast", at_most(own("fast_cpu"), value("mpv", "fast_cpu"))),
        ("frames dropped at most those of mpv's sw-fast", at_most(own("fast_dropped"), value("mpv", "fast_dropped"))),
        ("Pause to signal under 1 ms", at_most(own("pause"), 1)),
        ("SetPosition to Seeked under 2 ms", at_most(own("seeked"), 2)),
        ("installed programs at most 40 MB", at_most(own("size"), 40)),
    ]


def size(directory, folder):
    """Of both programs as they are installed, in MB; None where mediactl was not built."""
    total = 0
    for program in ("mediad", "mediactl"):
        stripped = os.path.join(folder, "stripped")
        if subprocess.run(["strip", "-o", stripped, os.path.join(directory, program)], stderr=subprocess.DEVNULL).returncode:
            return None
        total += os.path.getsize(stripped)
    return total / 1e6


def build(reference):
    """The release build of another commit, made in a clone of its own, which is kept for the next time."""
    commit = subprocess.run(
        ["git", "-C", HERE, "rev-parse", "--verify", f"{reference}^{{commit}}"], capture_output=True, text=True).stdout.strip()
    if not commit:
        sys.exit(f"bench: there is no commit {reference}")
    tree = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "mediad-bench", commit[:12])
    if not os.path.isdir(tree):
        os.makedirs(os.path.dirname(tree), exist_ok=True)
        subprocess.run(["git", "clone", "-q", "--no-checkout", os.path.dirname(HERE), tree], check=True)
        subprocess.run(["git", "-C", tree, "checkout", "-q", commit], check=True)
    print(f"building {reference} in {tree}", file=sys.stderr, flush=True)
    subprocess.run(["make", "--no-print-directory", "-C", tree, "release"], check=True, stdout=sys.stderr)
    built = os.path.join(tree, ".build", "release")
    if not os.access(os.path.join(built, "mediad"), os.X_OK):
        sys.exit(f"bench: {reference} made no {built}/mediad")
    return built


def as_ordinary_user(arguments, folder):
    """VLC refuses to run as root, so everything runs as nobody, from a folder that nobody can read."""
    script = shutil.copy(__file__, folder)
    shutil.copytree(os.path.join(HERE, "benching"), os.path.join(folder, "benching"))
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
    command += [
        "--rounds", str(arguments.rounds), "--mixed", str(arguments.mixed), "--folder", folder,
        "--players", ",".join(player for player in arguments.players if player != "before")]
    if arguments.check:
        command.append("--check")
    if arguments.windows:
        command.append("--windows")
    if arguments.json:
        command += ["--json", os.path.join(folder, "result.json")]
    for parent, folders, files in os.walk(folder):
        for entry in [parent, *(os.path.join(parent, name) for name in folders + files)]:
            os.chown(entry, 65534, 65534)
    status = subprocess.run(command, cwd=folder, env={**os.environ, "HOME": folder}).returncode
    if arguments.json and os.path.exists(os.path.join(folder, "result.json")):
        shutil.copyfile(os.path.join(folder, "result.json"), arguments.json)
    return status


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("directory", nargs="?", help="where the release build of mediad is")
    parser.add_argument("--before", metavar="DIRECTORY", help="where the release build of an older mediad is")
    parser.add_argument("--compare", metavar="REF", help="build this commit and measure it as the older mediad")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--mixed", metavar="MINUTES", type=float, default=1, help="of mixed items before memory is measured again; 0: none")
    parser.add_argument("--players", type=lambda text: text.split(","), default=["mediad", "mpv", "vlc", "playbin"])
    parser.add_argument("--windows", action="store_true", help="only the rows of the window")
    parser.add_argument("--check", action="store_true", help="exit 1 when a goal does not hold")
    parser.add_argument("--json", help="write all results there")
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    folder = arguments.folder or tempfile.mkdtemp(prefix="mediad-bench-")
    try:
        if arguments.compare:
            arguments.before = build(arguments.compare)
        if os.getuid() == 0:
            return as_ordinary_user(arguments, folder)
        if arguments.before and not arguments.folder:
            sys.exit("bench: run it as root to compare with an older build")
        return bench(arguments, folder)
    finally:
        if not arguments.folder:
            shutil.rmtree(folder, ignore_errors=True)


def chosen(arguments, mediad):
    """The players that are there, with the older mediad beside the new one."""
    available = {
        "mediad": bool(arguments.directory) and os.access(mediad, os.X_OK),
        "before": os.access(f"{mediad}-before", os.X_OK),
        "mpv": bool(shutil.which("mpv")) and MPV_PLUGIN is not None,
        "vlc": bool(shutil.which("vlc")),
        "playbin": bool(shutil.which("gst-launch-1.0")),
    }
    if arguments.before:
        arguments.players.insert(1, "before")
    for player in arguments.players:
        if player not in available:
            sys.exit(f"bench: there is no player {player}: choose from {', '.join(available)}")
        if not available[player]:
            print(f"{player} is not there: left out")
    players = [player for player in arguments.players if available[player]]
    if not players:
        sys.exit("bench: no player to measure")
    return players


def bench(arguments, folder):
    mediad = os.path.abspath(os.path.join(arguments.directory or "", "mediad"))
    players = chosen(arguments, mediad)
    rig = Rig(folder, mediad)
    measuring = Measuring(rig)
    results = {player: [] for player in players}
    try:
        # One round that does not count fills caches and plugin registries.
        for player in players:
            for file in (rig.files[0], rig.video):
                process = rig.start(player, [file], "video")
                time.sleep(3)
                rig.stop(process)
        for round_number in range(arguments.rounds):
            for player in players:
                print(f"round {round_number + 1} of {arguments.rounds}: {player}", file=sys.stderr, flush=True)
                results[player].append(measuring.round(player, arguments.windows))
        for player in players:
            if arguments.mixed and player != "playbin":
                print(f"{arguments.mixed:g} min of mixed items: {player}", file=sys.stderr, flush=True)
                measuring.attempt(player, results[player][-1], "mixed_dirty", measuring.mixed, player, arguments.mixed)
    finally:
        rig.close()
    if "mediad" in players:
        results["mediad"][-1]["size"] = size(arguments.directory, folder)
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
    held = goals(medians)
    for title, holds in held:
        print({True: "  holds   ", False: "  MISSED  ", None: "  unknown "}[holds] + title)
    return 1 if arguments.check and any(holds is False for _, holds in held) else 0


if __name__ == "__main__":
    sys.exit(main())

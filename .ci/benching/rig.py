"""Where the players run: a private bus, a private sound server with a null sink, files to play."""

import os
import subprocess
import time
import urllib.parse

from bus import Bus
from screen import Screen

MPV_PLUGINS = ("/usr/lib/mpv-mpris/mpris.so", "/etc/mpv/scripts/mpris.so")
MPV_PLUGIN = next((path for path in MPV_PLUGINS if os.path.exists(path)), None)


class Rig:
    """Players start here in one of five ways: "audio" (PulseAudio, no pictures), "video" (PulseAudio, pictures are
    decoded and thrown away), "silent" (no sound card, no pictures), "window" (PulseAudio, a window that fills the screen)
    and "fast" (the same, where a player has a profile for displays without hardware)."""

    def __init__(self, folder, mediad):
        self.folder = folder
        self.mediad = {"mediad": mediad, "before": f"{mediad}-before"}
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
        self.tracked = f"{folder}/tracked"
        for config, sink, more in (
            ("config", "pulsesink", '[video]\nsink = "none"\n'), ("silent", "none", '[video]\nsink = "none"\n'),
            ("window", "pulsesink", f'[[tracker]]\ncommand = ["sh", "-c", "exec cat > {self.tracked}"]\n'),
        ):
            os.makedirs(f"{folder}/{config}/mediad", exist_ok=True)
            with open(f"{folder}/{config}/mediad/config.toml", "w") as file:
                file.write(f'[audio]\nsink = "{sink}"\n{more}')
        self.environment["PULSE_SERVER"] = f"unix:{folder}/run/pulse.socket"
        self.files = [self.tone("a.flac", 440), self.tone("b.flac", 550)]
        self.video = self.film("video.mp4", 120)
        self.large = self.film("large.mp4", 40, size="1920x1080", rate=60)
        self.mixed = [
            self.tone("short.flac", 440, 5), self.film("short.mp4", 5), self.tone("short.mp3", 330, 5),
            self.tone("short.ogg", 660, 5),
        ]
        self.bus = Bus(folder)
        self.screen = Screen(folder)
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

    def close(self):
        self.screen.close()
        for process in (self.sound, self.bus.process):
            process.terminate()
            process.wait()

    def encoded(self, name, *arguments):
        path = os.path.join(self.folder, name)
        subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments, "-metadata", f"title={name}", path], check=True)
        return "file://" + urllib.parse.quote(path)

    def tone(self, name, frequency, seconds=120):
        wave = f"0.1*sin(2*PI*{frequency}*t)|0.1*sin(2*PI*{frequency + 3}*t)"
        return self.encoded(name, "-f", "lavfi", "-i", f"aevalsrc='{wave}':s=44100:d={seconds}")

    def film(self, name, seconds, size="640x360", rate=25):
        return self.encoded(
            name, "-f", "lavfi", "-i", f"testsrc2=s={size}:r={rate}:d={seconds}", "-f", "lavfi", "-i",
            f"sine=440:r=48000:d={seconds}", "-pix_fmt", "yuv420p", "-g", str(2 * rate), "-c:v", "libx264", "-preset",
            "medium" if rate < 50 else "veryfast", "-c:a", "aac")

    def name(self, player):
        return f"org.mpris.MediaPlayer2.{'mediad' if player in self.mediad else player}"

    def command(self, player, files, way):
        """How a player starts: idle, or with files."""
        if player in self.mediad:
            return [self.mediad[player]]
        if player == "mpv" and way in ("window", "fast"):
            return ["mpv", "--no-config", "--no-terminal", f"--input-ipc-server={self.folder}/mpv.socket", "--ao=pulse",
                    "--fullscreen", *(["--vo=x11", "--profile=sw-fast"] if way == "fast" else []), *files]
        if player == "mpv":
            return ["mpv", "--no-config", "--no-terminal", "--idle=yes", f"--script={MPV_PLUGIN or ''}",
                    "--ao=null" if way == "silent" else "--ao=pulse",
                    "--vo=null" if way == "video" else "--no-video", *files]
        if player == "vlc":
            return ["vlc", "-I", "dummy", "--control", "dbus", "--ignore-config",
                    *(["--aout", "adummy"] if way == "silent" else ["--aout", "pulse"]),
                    *(["--vout", "vdummy"] if way == "video" else ["--no-video"]),
                    "--playlist-autostart" if files else "--no-playlist-autostart", *files]
        return ["gst-launch-1.0", "-q", "playbin", f"uri={files[0]}", "video-sink=fakesink sync=true",
                "audio-sink=fakesink sync=true" if way == "silent" else "audio-sink=pulsesink"]

    def start(self, player, files=(), way="audio", state=None):
        environment = dict(self.environment)
        if way in ("silent", "window"):
            environment["XDG_CONFIG_HOME"] = f"{self.folder}/{way}"
        if way in ("window", "fast"):
            environment |= self.screen.environment
        if state:
            environment["XDG_STATE_HOME"] = state
        with open(f"{self.folder}/{player}.log", "ab") as log:
            return subprocess.Popen(
                self.command(player, list(files), way), env=environment, cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log)

    def stop(self, process):
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def started(self, player, files=(), way="audio", state=None):
        """A player that has taken its name, and how many milliseconds it needed."""
        name = self.name(player)
        deadline = time.monotonic() + 5
        while self.bus.owned(name):
            if time.monotonic() > deadline:
                raise SystemExit(f"bench: {name} is still owned")
            time.sleep(0.05)
        self.bus.forget()
        began = time.monotonic()
        process = self.start(player, files, way, state)
        at = self.bus.first("NameOwnerChanged", lambda _, values: values[0] == name and values[2] != "", 20)
        if at is None:
            self.stop(process)
            with open(f"{self.folder}/{player}.log", errors="replace") as file:
                raise SystemExit(f"bench: {player} did not take {name}; see its output:\n" + file.read()[-2000:])
        return process, 1000 * (at - began)

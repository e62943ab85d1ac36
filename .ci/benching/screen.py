"""A display for players: an X server without a screen, and a window manager. Reads what players tell of their pictures."""

import json
import os
import socket
import subprocess
import time


class Screen:
    """1920×1080, no hardware: every picture is scaled and copied by the processor."""

    def __init__(self, folder):
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"],
            pass_fds=[writer], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        os.close(writer)
        with os.fdopen(reader) as file:
            number = file.readline().strip()
        if not number:
            raise SystemExit("bench: Xvfb did not start")
        self.environment = {"DISPLAY": f":{number}"}
        self.manager = subprocess.Popen(
            ["openbox"], env={**os.environ, **self.environment, "HOME": folder}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        time.sleep(1)

    def close(self):
        for process in (self.manager, self.server):
            process.terminate()
            process.wait()


def dropped_by_mpv(path):
    """Frames that mpv's decoder and its output have left out, asked at its socket."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(3)
        client.connect(path)
        answers = client.makefile("rw")
        total = 0
        for number, name in enumerate(("frame-drop-count", "decoder-frame-drop-count")):
            answers.write(json.dumps({"command": ["get_property", name], "request_id": number}) + "\n")
            answers.flush()
            while True:
                answer = json.loads(answers.readline())
                if answer.get("request_id") == number and "error" in answer:
                    total += answer.get("data") or 0
                    break
        return total


def dropped_by_mediad(path):
    """Frames that mediad has told a tracker of."""
    with open(path) as file:
        lines = [json.loads(line) for line in file]
    counts = [line["metric"]["total"] for line in lines if line.get("metric", {}).get("kind") == "frames-dropped"]
    return max(counts, default=0)

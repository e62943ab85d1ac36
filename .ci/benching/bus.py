"""A private bus, and a client on it that measures when things are told."""

import subprocess
import sys
import time

try:
    import gi

    gi.require_version("Gio", "2.0")
    from gi.repository import Gio, GLib
except (ImportError, ValueError):
    sys.exit("bench: the measuring D-Bus client needs python3-gi (apt-get install python3-gi), "
             "and the python3 that has it: /usr/bin/python3")

PATH = "/org/mpris/MediaPlayer2"
PLAYER = "org.mpris.MediaPlayer2.Player"
PROPERTIES = "org.freedesktop.DBus.Properties"


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

    def first(self, member, matches, timeout):
        """When the first signal that matches arrived, or None; signals are dropped as they are looked at."""
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
        return None

    def wait(self, member, matches, timeout):
        """Like first(), where the signal has to come."""
        at = self.first(member, matches, timeout)
        if at is None:
            raise Unanswered(f"no {member} within {timeout} s")
        return at

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

import Testing

@testable import mediad

@Suite struct ChildEnvironmentTests {
    private let own = [
        "PATH": "/usr/bin", "HOME": "/home/u", "LC_ALL": "C.UTF-8", "DISPLAY": ":0",
        "XDG_RUNTIME_DIR": "/run/user/1000",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/run/s",
        "NOTIFY_SOCKET": "/run/user/1000/systemd/notify", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7",
        "JOURNAL_STREAM": "1:2", "SSH_AUTH_SOCK": "/run/user/1000/ssh", "PULSE_SERVER": "unix:/p", "GST_REGISTRY": "/r",
    ]

    @Test func aTrackerHasAllButTheBusAndWhatIsMediadsAlone() {
        #expect(
            ChildEnvironment.ofTracker(own) == [
                "PATH": "/usr/bin", "HOME": "/home/u", "LC_ALL": "C.UTF-8", "DISPLAY": ":0",
                "XDG_RUNTIME_DIR": "/run/user/1000", "DBUS_SESSION_BUS_ADDRESS": "disabled:",
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/run/s", "SSH_AUTH_SOCK": "/run/user/1000/ssh",
                "PULSE_SERVER": "unix:/p", "GST_REGISTRY": "/r",
            ])
    }

    @Test func aWorkerHasNothingOfTheSession() {
        #expect(
            ChildEnvironment.ofWorker(own) == [
                "PATH": "/usr/bin", "HOME": "/home/u", "LC_ALL": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": "disabled:",
                "DBUS_SYSTEM_BUS_ADDRESS": "disabled:", "GST_REGISTRY": "/r",
            ])
    }
}

import DBusKit
import Foundation
import TestSupport
import Testing

/// The time of day jumps: somebody sets the clock, or the machine slept. Nothing of that is played time.
@Suite(.patient, .needs("dbus-daemon", "cc", "ffmpeg"))
struct ClockJumpTests {
    /// Adds the seconds in a file to the time of day.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static long jump(void) {
            char text[32] = "";
            const char *name = getenv("CLOCK_JUMP");
            int file = name ? syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC) : -1;
            if (file < 0) return 0;
            ssize_t count = read(file, text, sizeof text - 1);
            close(file);
            return count > 0 ? atol(text) : 0;
        }

        int clock_gettime(clockid_t clock, struct timespec *now) {
            int answer = syscall(SYS_clock_gettime, clock, now);
            if (answer == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += jump();
            return answer;
        }

        int gettimeofday(struct timeval *now, void *zone) {
            struct timespec time;
            clock_gettime(CLOCK_REALTIME, &time);
            now->tv_sec = time.tv_sec;
            now->tv_usec = time.tv_nsec / 1000;
            return 0;
        }

        time_t time(time_t *place) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (place) *place = now.tv_sec;
            return now.tv_sec;
        }

        """

    private static let configuration =
        Stage.silent + """

            [session]
            still-watching-minutes = 30

            """

    @Test(arguments: [86_400, -86_400]) func nothingIsPlayedByIt(jump: Int) throws {
        let sandbox = try Sandbox()
        let library = try PreloadedLibrary("clock", Self.source, in: sandbox.directory)
        let offset = URL(fileURLWithPath: "\(sandbox.directory)/jump")
        let file = "\(sandbox.directory)/long.flac"
        let made = try ChildProcess.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=440:duration=120", file], within: 60)
        #expect(made.end == .exited(0), "\(made.errors)")
        let stage = try Stage(
            configuration: Self.configuration,
            extra: ["LD_PRELOAD": library.path, "CLOCK_JUMP": offset.path], in: sandbox)
        defer { stage.close() }
        try stage.remote.replace(["file://\(file)"])
        try stage.remote.waitForMovement()
        try stage.remote.call(.session, "SetSleepTimer", [.string("duration"), .int64(1_200_000_000)])
        let deadline = try Self.deadline(stage)
        let began = (Moment.now, try stage.remote.position())
        try Data("\(jump)".utf8).write(to: offset)
        try stage.remote.listen(for: 3)
        let passed = Moment.now - began.0
        let played = try stage.remote.position() - began.1
        #expect(abs(played - passed) < 1, "\(played) s were played in \(passed) s")
        #expect(stage.remote.value(.player, "PlaybackStatus")?.asString == "Playing")
        #expect(try stage.remote.get(.proposal, "StillWatching").asBool != true)
        // What is left of the sleep timer is the same.
        let moved = try Self.deadline(stage) - deadline
        #expect(abs(moved - Double(jump)) < 2, "the deadline moved by \(moved) s")
        try stage.remote.call(.player, "Stop")
        var entry: [String: DBusValue] = [:]
        try stage.remote.wait("the history") {
            entry =
                try stage.remote.call(.session, "History", [.uint32(0), .uint32(9)]).first?.asDictionaries?.first ?? [:]
            return !entry.isEmpty
        }
        let furthest = Double(entry["furthest"]?.asInt64 ?? -1) / 1e6
        #expect(furthest < began.1 + Moment.now - began.0 + 1 && furthest > began.1, "\(furthest)")
        #expect(entry["played"]?.asBool == false)
    }

    private static func deadline(_ stage: Stage) throws -> Double {
        let timer = try stage.remote.get(.session, "SleepTimer").asDictionary ?? [:]
        #expect(timer["kind"]?.asString == "duration")
        return Double(timer["deadline"]?.asInt64 ?? 0) / 1e6
    }
}

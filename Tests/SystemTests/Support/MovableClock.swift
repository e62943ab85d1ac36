import Foundation
import TestSupport

/// A library that is loaded before the C library and moves the wall clock of a process by what a file says, in seconds. The
/// monotonic clock stays as it is.
struct MovableClock {
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <semaphore.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static long shift(void) {
            static volatile long *moved;
            static long none;
            if (!moved) {
                const char *name = getenv("CLOCK_SHIFT");
                int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
                void *map = file < 0 ? MAP_FAILED : mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
                if (file >= 0) close(file);
                moved = map == MAP_FAILED ? &none : map;
            }
            return *moved;
        }

        int clock_gettime(clockid_t clock, struct timespec *now) {
            int answer = syscall(SYS_clock_gettime, clock, now);
            if (!answer && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
            return answer;
        }

        int gettimeofday(struct timeval *restrict now, void *restrict zone) {
            struct timespec exact;
            clock_gettime(CLOCK_REALTIME, &exact);
            now->tv_sec = exact.tv_sec;
            now->tv_usec = exact.tv_nsec / 1000;
            return 0;
        }

        time_t time(time_t *now) {
            struct timespec exact;
            clock_gettime(CLOCK_REALTIME, &exact);
            if (now) *now = exact.tv_sec;
            return exact.tv_sec;
        }

        /* The kernel knows nothing of the moved clock. */
        int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict end) {
            for (;;) {
                struct timespec now, soon;
                clock_gettime(CLOCK_REALTIME, &now);
                if (!sem_trywait(semaphore)) return 0;
                if (now.tv_sec > end->tv_sec || (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec)) {
                    errno = ETIMEDOUT;
                    return -1;
                }
                soon.tv_sec = 0;
                soon.tv_nsec = 5000000;
                nanosleep(&soon, 0);
            }
        }

        """

    private let folder: String
    private let file: FileHandle

    /// Compiles the library; the clock is right at first.
    init(in sandbox: Sandbox) throws {
        folder = sandbox.directory
        try sandbox.write(Self.source, to: "clock.c")
        let result = try ChildProcess.run(
            "cc", ["-shared", "-fPIC", "-o", "\(folder)/clock.so", "\(folder)/clock.c", "-ldl"],
            environment: sandbox.environment, within: 60)
        guard result.end == .exited(0) else { throw Failure("cc: \(result.errors)") }
        try Data(count: 8).write(to: URL(fileURLWithPath: "\(folder)/shift"))
        file = try FileHandle(forUpdating: URL(fileURLWithPath: "\(folder)/shift"))
    }

    /// The library, for `LD_PRELOAD`, which may name several.
    var library: String { "\(folder)/clock.so" }

    /// The environment of a process with this clock.
    var environment: [String: String] { ["LD_PRELOAD": library, "CLOCK_SHIFT": "\(folder)/shift"] }

    /// Sets the clock, from one moment to the next.
    ///
    /// - Parameter seconds: how far ahead of the right time it is.
    func set(ahead seconds: Int) throws {
        try file.seek(toOffset: 0)
        withUnsafeBytes(of: seconds) { bytes in file.write(Data(bytes)) }
    }
}

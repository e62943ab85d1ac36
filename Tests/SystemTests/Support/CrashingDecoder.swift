import Foundation
import TestSupport

/// A library that is loaded before libFLAC and lets its decoder end the process, while a file says how: `abort`, `segfault`,
/// `trap` or `kill`; or refuse everything: `refuse`.
struct CrashingDecoder {
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <signal.h>
        #include <stdlib.h>
        #include <unistd.h>

        static int refuses;

        int FLAC__stream_decoder_get_state(void *decoder) {
            static int (*real)(void *);
            if (!real) real = (int (*)(void *))dlsym(dlopen("libFLAC.so.12", RTLD_NOW), "FLAC__stream_decoder_get_state");
            return refuses ? 7 /* aborted */ : real(decoder);
        }

        int FLAC__stream_decoder_process_single(void *decoder) {
            static int (*real)(void *);
            if (!real) real = (int (*)(void *))dlsym(RTLD_NEXT, "FLAC__stream_decoder_process_single");
            if (!real) real = (int (*)(void *))dlsym(dlopen("libFLAC.so.12", RTLD_NOW), "FLAC__stream_decoder_process_single");
            char way = 0;
            int file = open(getenv("CRASH_WAY"), O_RDONLY | O_CLOEXEC);
            if (file >= 0) {
                if (read(file, &way, 1) != 1) way = 0;
                close(file);
            }
            if (way == 'a') abort();
            if (way == 's') *(volatile int *)8 = 0;
            if (way == 't') __builtin_trap();
            if (way == 'k') kill(getpid(), SIGKILL);
            refuses = way == 'r';
            if (refuses) return 0;
            return real(decoder);
        }

        """

    private let folder: String

    /// Compiles the library.
    init(in sandbox: Sandbox) throws {
        folder = sandbox.directory
        try sandbox.write(Self.source, to: "crash.c")
        let result = try ChildProcess.run(
            "cc", ["-shared", "-fPIC", "-o", "\(folder)/crash.so", "\(folder)/crash.c", "-ldl"],
            environment: sandbox.environment, within: 60)
        guard result.end == .exited(0) else { throw Failure("cc: \(result.errors)") }
    }

    /// The environment of a daemon with this decoder. On a busy machine, a backtrace takes minutes.
    var environment: [String: String] {
        ["LD_PRELOAD": "\(folder)/crash.so", "CRASH_WAY": "\(folder)/way", "SWIFT_BACKTRACE": "enable=no"]
    }

    /// Sets how the decoder ends the process; nil: it decodes.
    func set(_ way: String?) throws {
        if let way {
            try Data(way.utf8).write(to: URL(fileURLWithPath: "\(folder)/way"))
        } else {
            try FileManager.default.removeItem(atPath: "\(folder)/way")
        }
    }
}

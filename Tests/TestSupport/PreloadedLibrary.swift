internal import Foundation

/// A small library in C that a program loads before all others, to replace functions of the system.
public struct PreloadedLibrary: Sendable {
    /// The library.
    public let path: String

    /// Compiles the library into a folder.
    public init(_ name: String, _ source: String, in folder: String) throws {
        path = "\(folder)/\(name).so"
        try Data(source.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).c"))
        let result = try ChildProcess.run(
            "cc", ["-O1", "-shared", "-fPIC", "-o", path, "\(folder)/\(name).c", "-ldl"], within: 60)
        guard result.end == .exited(0) else { throw Deadline.Missed("cc: \(result.errors)") }
    }
}

/// A network in which 93.184.216.0/24 is public and leads to this machine, at the same port.
///
/// Names in `.example` lead there as well, but `home.example` (10.0.0.1) and `rebind.example`, which leads to 127.0.0.1 every
/// second time. Other connections over the internet's protocols, and files whose name contains `canary`, are told in
/// ``log()``. If the network is closed, such connections are refused.
public struct PublicInternet: Sendable {
    /// A public address.
    public static let address = "93.184.216.34"

    private static let source = """
        #define _GNU_SOURCE
        #include <arpa/inet.h>
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <netdb.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <sys/syscall.h>
        #include <unistd.h>

        static void note(const char *what, const char *detail, int number) {
            const char *name = getenv("INTERNET_LOG");
            int kept = errno;
            int file = name ? syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
            if (file >= 0) {
                dprintf(file, "%s %s %d\\n", what, detail, number);
                close(file);
            }
            errno = kept;
        }

        int connect(int socket, const struct sockaddr *address, socklen_t length) {
            static int (*real)(int, const struct sockaddr *, socklen_t);
            if (!real) real = (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "connect");
            char text[INET6_ADDRSTRLEN] = "";
            if (address->sa_family == AF_INET) {
                struct sockaddr_in in = *(const struct sockaddr_in *)address;
                if ((ntohl(in.sin_addr.s_addr) & 0xFFFFFF00u) == 0x5DB8D800u) {
                    in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
                    return real(socket, (struct sockaddr *)&in, sizeof in);
                }
                int type = 0;
                socklen_t size = sizeof type;
                getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &size);
                // Resolvers connect datagrams to find out where a packet would leave.
                if (type != SOCK_STREAM) return real(socket, address, length);
                inet_ntop(AF_INET, &in.sin_addr, text, sizeof text);
                note("connect", text, ntohs(in.sin_port));
            } else if (address->sa_family == AF_INET6) {
                int type = 0;
                socklen_t size = sizeof type;
                getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &size);
                if (type != SOCK_STREAM) return real(socket, address, length);
                const struct sockaddr_in6 *in = (const struct sockaddr_in6 *)address;
                inet_ntop(AF_INET6, &in->sin6_addr, text, sizeof text);
                note("connect", text, ntohs(in->sin6_port));
            } else {
                return real(socket, address, length);
            }
            if (getenv("INTERNET_CLOSED")) {
                errno = ECONNREFUSED;
                return -1;
            }
            return real(socket, address, length);
        }

        int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
            static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
            static int turn;
            if (!real) real = (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(RTLD_NEXT, "getaddrinfo");
            const char *ending = node ? strstr(node, ".example") : NULL;
            if (ending && !ending[8]) {
                if (hints && hints->ai_flags & AI_NUMERICHOST) return EAI_NONAME;
                node = !strcmp(node, "home.example") ? "10.0.0.1"
                    : !strcmp(node, "rebind.example") && __sync_add_and_fetch(&turn, 1) % 2 == 0 ? "127.0.0.1"
                    : "93.184.216.34";
            } else if (node && getenv("INTERNET_CLOSED")) {
                struct addrinfo numeric = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
                return real(node, service, &numeric, found);
            }
            return real(node, service, hints, found);
        }

        static void look(const char *path) { if (path && strstr(path, "canary")) note("open", path, 0); }

        #define OPEN(name) \\
            int name(const char *path, int flags, ...) { \\
                static int (*real)(const char *, int, ...); \\
                if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \\
                va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest); \\
                look(path); \\
                return real(path, flags, mode); \\
            }
        OPEN(open)
        OPEN(open64)

        """

    private let library: PreloadedLibrary
    private let file: String

    /// Compiles the library that makes this network.
    public init(in folder: String) throws {
        library = try PreloadedLibrary("internet", Self.source, in: folder)
        file = "\(folder)/internet.log"
    }

    /// The environment of a program in this network.
    public var environment: [String: String] { ["LD_PRELOAD": library.path, "INTERNET_LOG": file] }

    /// The same, where nothing but the public network is reached.
    public var closed: [String: String] { environment.merging(["INTERNET_CLOSED": "1"]) { first, _ in first } }

    /// What was opened beside the public network: `connect 127.0.0.1 8080`, `open /tmp/canary 0`.
    public func log() -> [String] { Self.log(at: file) }

    /// The same, for the program in this network, by its `$INTERNET_LOG`.
    public static func log(at file: String) -> [String] {
        let bytes = FileManager.default.contents(atPath: file) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

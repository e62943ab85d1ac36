import Foundation

/// A terminal for a program to draw on, read from its other side.
final class Pseudoterminal {
    /// No terminal could be had.
    struct OpenFailure: Error {}

    /// What a program opens to write on it.
    let path: String
    private let descriptor: CInt

    /// What ptsname and unlockpt ask the kernel: macros that Swift does not import (asm-generic/ioctls.h).
    private static let (number, lock): (UInt, UInt) = (0x8004_5430, 0x4004_5431)

    init(columns: UInt16) throws {
        descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        var (unlocked, number): (CInt, CUnsignedInt) = (0, 0)
        guard descriptor >= 0, ioctl(descriptor, Self.lock, &unlocked) == 0,
            ioctl(descriptor, Self.number, &number) == 0, ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0
        else { throw OpenFailure() }
        path = "/dev/pts/\(number)"
    }

    deinit { close(descriptor) }

    /// What is written until `end` comes; without it, until the last program closes the terminal.
    func text(until end: String? = nil) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            if let end, text.contains(end) { return text }
        }
    }
}

internal import Glibc

/// The places where file systems are mounted, as the kernel lists them (proc_pid_mountinfo(5)).
///
/// A path is compared by its text alone: a link into a mount counts where the link is. Asking the file system would hang
/// where it does.
struct MountPoints: Sendable {
    private let points: [[UInt8]]

    /// Those of this process, as they are now.
    static var current: MountPoints {
        let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return MountPoints(mountinfo: []) }
        defer { close(descriptor) }
        var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
        while bytes.count < largest {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return MountPoints(mountinfo: bytes)
    }

    /// More of the list is not read.
    private static let largest = 1 << 20

    /// - Parameter mountinfo: a line for each mount, whose fifth field is its place, with octal escapes.
    init(mountinfo: [UInt8]) {
        points = mountinfo.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            return fields.count > 5 ? Self.unescaped(fields[4]) : nil
        }
    }

    /// The mount that a path is on; nil if none is known.
    func mount(of path: [UInt8]) -> String? {
        let slash = UInt8(ascii: "/")
        return points.filter { point in
            path.starts(with: point) && (point.last == slash || path.count == point.count || path[point.count] == slash)
        }.max { $0.count < $1.count }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), field)
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

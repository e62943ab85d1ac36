internal import Glibc
internal import Synchronization

/// The places where file systems are mounted, as the kernel lists them (proc_pid_mountinfo(5)).
public struct MountPoints: Sendable {
    private struct Point {
        var place: [UInt8]
        /// Whether a server or another process answers for it.
        var isRemote: Bool
    }

    private let points: [Point]

    /// Those of this process, as they are now.
    public static var current: MountPoints {
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

    /// - Parameter mountinfo: a line for each mount, whose fifth field is its place, with octal escapes. Its type follows a
    ///   hyphen.
    public init(mountinfo: [UInt8]) {
        points = mountinfo.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count > 5 else { return nil }
            let type = fields.drop { !$0.elementsEqual("-".utf8) }.dropFirst().first ?? []
            return Point(
                place: Self.unescaped(fields[4]), isRemote: Self.isRemote(String(decoding: type, as: UTF8.self)))
        }
    }

    private static func isRemote(_ type: String) -> Bool {
        type.hasPrefix("fuse") || type.hasPrefix("nfs")
            || ["9p", "afs", "autofs", "ceph", "cifs", "coda", "smb3", "smbfs", "virtiofs"].contains(type)
    }

    /// The mount that a path is on, by its text alone; nil if none is known.
    public func mount(of path: [UInt8]) -> String? { point(of: path).map { String(decoding: $0.place, as: UTF8.self) } }

    private func point(of path: [UInt8]) -> Point? {
        let slash = UInt8(ascii: "/")
        return points.filter { point in
            let place = point.place
            return path.starts(with: place)
                && (place.last == slash || path.count == place.count || path[place.count] == slash)
        }.max { $0.place.count < $1.place.count }
    }

    /// Where a path leads along its links.
    public struct Way: Hashable, Sendable {
        public var mount: String?
        /// The link that leads to the mount of a server, and all before it; nil if there is none.
        public var link: [UInt8]?

        public init(mount: String? = nil, link: [UInt8]? = nil) { (self.mount, self.link) = (mount, link) }
    }

    /// Follows a path from part to part, up to the first mount of a server: that one may hang, and is not asked.
    ///
    /// - Parameter target: what a link contains; nil for what is none.
    public func way(of path: [UInt8], target: ([UInt8]) -> [UInt8]?) -> Way {
        let slash = UInt8(ascii: "/")
        // What is still to come, the next part last; the links that were followed, in the path as it was given.
        var coming = Array(path.split(separator: slash).reversed())
        var (place, given, links, partsOfLinks) = ([UInt8](), [UInt8](), 0, 0)
        var link: [UInt8]?
        while let part = coming.popLast() {
            if partsOfLinks > 0 { partsOfLinks -= 1 } else { given += [slash] + part }
            if part.elementsEqual("..".utf8) {
                place = Array(place[..<(place.lastIndex(of: slash) ?? 0)])
                continue
            }
            let next = place + [slash] + part
            if let point = point(of: next), point.isRemote {
                return Way(mount: String(decoding: point.place, as: UTF8.self), link: link)
            }
            guard links < Self.mostLinks, let target = target(next) else {
                place = next
                continue
            }
            links += 1
            link = given
            if target.first == slash { place = [] }
            let parts = target.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
            partsOfLinks += parts.count
            coming += parts.reversed()
        }
        return Way(mount: mount(of: place))
    }

    /// As many as the kernel follows (path_resolution(7)).
    private static let mostLinks = 40

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

/// The mounts of paths, along the links that lead to those of servers: `~/Music` may be one. A link is followed where its file
/// is read, and known afterwards.
public final class MountLinks: Sendable {
    /// Links, and the mounts that they lead to; the newest last.
    private let known = Mutex<[(link: [UInt8], mount: String)]>([])
    /// More are forgotten, the oldest first.
    private static let kept = 64

    public init() {}

    /// The mount that a path is on, by its text and the known links. Asks nothing of any file system.
    public func mount(of path: [UInt8]) -> String? {
        let slash = UInt8(ascii: "/")
        let mount = known.withLock { known in
            known.last { path.starts(with: $0.link) && path.count > $0.link.count && path[$0.link.count] == slash }?
                .mount
        }
        return mount ?? MountPoints.current.mount(of: path)
    }

    /// Follows the links of a path. May hang where the file system of a link does.
    public func follow(_ path: [UInt8]) -> String? {
        let way = MountPoints.current.way(of: path, target: Self.target)
        known.withLock { known in
            known.removeAll { path.starts(with: $0.link) }
            guard let link = way.link, let mount = way.mount else { return }
            if known.count >= Self.kept { known.removeFirst() }
            known.append((link, mount))
        }
        return way.mount
    }

    private static func target(_ link: [UInt8]) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = (link + [0]).withUnsafeBytes { link in
            bytes.withUnsafeMutableBytes { bytes in
                guard let link = link.baseAddress, let place = bytes.baseAddress else { return -1 }
                return readlink(
                    link.assumingMemoryBound(to: CChar.self), place.assumingMemoryBound(to: CChar.self), bytes.count)
            }
        }
        return count > 0 ? Array(bytes[..<count]) : nil
    }
}

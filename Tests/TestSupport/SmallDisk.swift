import Foundation
import Glibc

/// A disk of one megabyte in memory; unmounted with its value.
public final class SmallDisk: Sendable {
    public struct Refused: Error {}

    public let path: String

    /// Mounts it.
    public init() throws {
        path = "/tmp/mediad-disk-\(UUID().uuidString.prefix(8))"
        guard mkdir(path, 0o700) == 0 else { throw Refused() }
        guard mount("tmpfs", path, "tmpfs", 0, "size=1m") == 0 else {
            rmdir(path)
            throw Refused()
        }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
        rmdir(path)
    }

    /// Whether this process may mount one: not without root, nor in most containers.
    public static let isPossible: Bool = (try? SmallDisk()) != nil
    /// Why not, where it is not.
    public static let refusal = "mounting a small disk is not allowed here"

    /// Leaves no byte free.
    public func fill() throws {
        let descriptor = open("\(path)/filler", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Refused() }
        defer { close(descriptor) }
        let block = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, block, block.count) > 0 {}
    }

    /// Gives the room back.
    public func clear() { unlink("\(path)/filler") }

    /// - Returns: whether it could be done.
    public func makeReadOnly() -> Bool {
        mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
    }
}

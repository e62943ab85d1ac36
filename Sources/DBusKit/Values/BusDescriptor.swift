#if canImport(Glibc)
    import Glibc
#endif

/// A file descriptor sent over the bus; closed when the last value that holds it is dropped.
///
/// A sent message takes a duplicate, and a received one provides one, which child processes do not inherit. Two
/// descriptors are equal if they are the same object: the number does not show which file a descriptor refers to.
public final class BusDescriptor: Sendable {
    /// For system calls; valid as long as this object lives.
    public let number: Int32

    /// Takes over an open descriptor, which the caller must not close.
    public init(adopting number: Int32) { self.number = number }

    deinit { close(number) }
}

extension BusDescriptor: Hashable {
    public static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

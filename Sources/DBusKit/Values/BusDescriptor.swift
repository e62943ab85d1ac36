#if canImport(Glibc)
    import Glibc
#endif

/// An open file on its way through the bus; closed when the last value that holds it is dropped.
///
/// A message that is sent takes a duplicate, and one that is read gives one, which no child process inherits. Two are
/// equal when they are the same object: which file a descriptor stands for cannot be told by its number.
public final class BusDescriptor: Sendable {
    /// As system calls take it, valid as long as this object lives.
    public let number: Int32

    /// Takes over an open descriptor: nobody else may close it from here on.
    public init(adopting number: Int32) { self.number = number }

    deinit { close(number) }
}

extension BusDescriptor: Hashable {
    public static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

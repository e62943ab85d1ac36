/// Reads EBML elements and their values (RFC 8794).
///
/// A class, because the readers of the parts of a file share the list of problems.
public final class EBMLReader {
    public let bytes: ByteReader
    /// EBMLMaxIDLength from the file's header; never less than every Matroska file needs.
    public var maxIDLength = 4
    /// What is broken, in sentences for the log, each once.
    public private(set) var problems: [String] = []
    private var depth = 0

    public init(_ bytes: ByteReader) { self.bytes = bytes }

    /// Notes a problem.
    public func note(_ problem: String) {
        if problems.count < ProbeLimits.problems, !problems.contains(problem) { problems.append(problem) }
    }

    /// Returns the element that begins at `offset`; its content need not be present.
    ///
    /// - Throws: ``ProbeError/truncated`` if too little is left.
    public func element(at offset: Int64) throws(ProbeError) -> EBMLElement {
        try bytes.countElement()
        // The length of the longest header: one access to the window instead of four.
        let head = try bytes.available(at: offset, count: maxIDLength + 8)
        guard let first = head.first else { throw .truncated }
        let idLength = first.leadingZeroBitCount + 1
        guard idLength <= maxIDLength else { throw .malformed("there is no element where one should be") }
        guard idLength < head.count else { throw .truncated }
        let id = head[..<idLength].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }

        let sizeLength = head[idLength].leadingZeroBitCount + 1
        guard sizeLength <= 8 else { throw .malformed("an element's size is written wrongly") }
        guard idLength + sizeLength <= head.count else { throw .truncated }
        let written = head[idLength..<idLength + sizeLength].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Seven bits of each byte are the value; all of them set mean that the size is unknown (section 6.2).
        let largest = (UInt64(1) << UInt64(7 * sizeLength)) - 1
        let value = written & largest

        let start = offset + Int64(idLength + sizeLength)
        guard value != largest else { return EBMLElement(id: id, offset: offset, start: start, size: nil) }
        let size = Int64(value)
        guard size <= .max - start else { throw .malformed("an element is larger than any file") }
        return EBMLElement(id: id, offset: offset, start: start, size: size)
    }

    /// Calls `visit` for each element directly in `parent`, which states its size or ends at `end`.
    ///
    /// A malformed child is noted as a problem, and the next one is visited; any other error ends the iteration.
    public func children(
        of parent: EBMLElement, until end: Int64? = nil, _ visit: (EBMLElement) throws(ProbeError) -> Void
    ) throws(ProbeError) {
        guard let end = parent.end ?? end else { throw .malformed("an element does not say its size") }
        guard depth < bytes.limits.depth else { throw .malformed("its elements lie too deep in one another") }
        depth += 1
        defer { depth -= 1 }
        var offset = parent.start
        while offset < end {
            let child = try element(at: offset)
            if parent.size == nil, MatroskaID.isTopLevel(child.id) { return }
            guard let next = child.end else { throw .malformed("an element does not say its size") }
            guard next <= end else { throw .malformed("an element reaches beyond the one it lies in") }
            do throws(ProbeError) {
                try visit(child)
            } catch .malformed(let what) {
                note("A part of it is left out: \(what).")
            }
            offset = next
        }
    }

    /// Reads an unsigned integer; an empty one is the default (RFC 8794 section 6.1).
    public func unsigned(_ element: EBMLElement, default whenEmpty: UInt64 = 0) throws(ProbeError) -> UInt64 {
        let data = try content(of: element, atMost: 8, "a number")
        return data.isEmpty ? whenEmpty : data.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads a flag; an empty one is the default.
    public func flag(_ element: EBMLElement, default whenEmpty: Bool = false) throws(ProbeError) -> Bool {
        try unsigned(element, default: whenEmpty ? 1 : 0) != 0
    }

    /// Reads a floating-point number of 0, 4 or 8 bytes.
    public func float(_ element: EBMLElement) throws(ProbeError) -> Double {
        let data = try content(of: element, atMost: 8, "a number")
        let bits = data.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch data.count {
        case 0: return 0
        case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 8: return Double(bitPattern: bits)
        default: throw .malformed("a number has \(data.count) bytes")
        }
    }

    /// Reads short binary data, such as a UUID.
    public func binary(_ element: EBMLElement, atMost limit: Int) throws(ProbeError) -> [UInt8] {
        try content(of: element, atMost: limit, "a binary value")
    }

    private func content(of element: EBMLElement, atMost limit: Int, _ what: String) throws(ProbeError) -> [UInt8] {
        guard let size = element.size, size <= Int64(limit) else {
            throw .malformed("\(what) is longer than \(limit) bytes")
        }
        return try bytes.bytes(at: element.start, count: Int(size))
    }
}

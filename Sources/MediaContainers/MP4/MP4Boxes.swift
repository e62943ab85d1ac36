/// Reads the boxes of a file and collects their problems.
///
/// Only headers are read: the content of a box costs nothing until it is used. A class, because the readers of the
/// parts collect their problems in one place.
public final class MP4Boxes {
    public let bytes: ByteReader
    public private(set) var problems: [String] = []

    public init(_ bytes: ByteReader) { self.bytes = bytes }

    public var limits: ProbeLimits { bytes.limits }

    /// The end of the file; unlimited if unknown.
    public var end: Int64 { bytes.length ?? .max }

    /// Whether a range lies in the file, as far as that is known.
    public func contains(_ offset: Int64, _ length: Int) -> Bool {
        let (end, overflow) = offset.addingReportingOverflow(Int64(length))
        return offset >= 0 && length >= 0 && !overflow && end <= self.end
    }

    public func note(_ problem: String) {
        guard problems.count < ProbeLimits.problems, !problems.contains(problem) else { return }
        problems.append(problem)
    }

    /// Returns the box at `offset` in a range of the file; nil at its end.
    ///
    /// A box that reaches beyond the range is cut there; a size of 0 means that it reaches to the end.
    public func box(at offset: Int64, before end: Int64) throws(ProbeError) -> MP4Box? {
        guard offset >= 0, end - offset >= 8 else { return nil }
        var header = MP4Fields(try bytes.available(at: offset, count: Int(min(32, end - offset))))
        guard header.rest.count >= 8 else { return nil }
        try bytes.countElement()
        let shortSize = try header.u32()
        let type = try header.type()
        var headerLength: Int64 = 8
        var size = Int64(shortSize)
        if shortSize == 0 {
            size = end - offset
        } else if shortSize == 1 {
            size = Int64(clamping: try header.u64())
            headerLength = 16
        }
        if type == "uuid" { headerLength += 16 }
        guard size >= headerLength else {
            throw .malformed("its box “\(type)” claims a size of \(size) bytes, less than its own header")
        }
        if size > end - offset {
            note("its box “\(type)” reaches beyond what it lies in")
            size = end - offset
        }
        return MP4Box(type: type, start: offset, content: offset + min(size, headerLength)..<offset + size)
    }

    /// Returns the boxes in a box, as far as they are readable.
    public func children(of parent: MP4Box) -> [MP4Box] {
        var found: [MP4Box] = []
        var offset = parent.content.lowerBound
        do {
            while let box = try box(at: offset, before: parent.content.upperBound) {
                found.append(box)
                offset = box.content.upperBound
            }
        } catch {
            note("in its box “\(parent.type)”, \(error.message)")
        }
        return found
    }

    /// Returns the first box along a path of types, from `parent` inwards.
    public func descendant(of parent: MP4Box, _ path: MP4BoxType...) -> MP4Box? {
        var box = parent
        for type in path {
            guard let next = children(of: box).first(where: { $0.type == type }) else { return nil }
            box = next
        }
        return box
    }

    /// Returns the first fields of a box, up to `count` bytes.
    public func fields(of box: MP4Box, atMost count: Int = 64) throws(ProbeError) -> MP4Fields {
        let wanted = Int(clamping: min(Int64(count), box.length))
        return MP4Fields(try bytes.available(at: box.content.lowerBound, count: wanted))
    }

    /// Returns the result of `body`; if it fails, nil, and a problem with the name of the box is noted.
    public func attempt<Value>(_ box: MP4Box?, _ body: (MP4Box) throws(ProbeError) -> Value?) -> Value? {
        guard let box else { return nil }
        do throws(ProbeError) {
            return try body(box)
        } catch {
            note("its box “\(box.type)” cannot be read: \(error.message)")
            return nil
        }
    }
}

internal import Dispatch

/// Reads a ``ByteSource`` through a window of whole blocks, within ``ProbeLimits``.
///
/// A class, because a container's reader and the readers of its parts share one budget.
public final class ByteReader {
    private let source: ByteSource
    public let limits: ProbeLimits
    public private(set) var bytesRead = 0
    public private(set) var reads = 0
    private var bytesGiven = 0
    public private(set) var elements = 0
    private var window: [UInt8] = []
    private var windowStart: Int64 = 0
    /// The first block is kept: readers return to it from the places to which it refers.
    private var head: [UInt8] = []
    /// The number of consecutive reads at unrelated places.
    private var jumps = 0
    private let deadline: UInt64

    /// After this many jumps in a row the next reads are expected to be jumps, too.
    private static let patience = 16
    private static let smallBlock = 1 << 10
    /// How many times the byte limit may be given out. Bytes that are read once can be claimed by any number of parts,
    /// so that a file of 400 KiB could become titles of a gigabyte.
    private static let repetitions = 4

    public init(_ source: ByteSource, limits: ProbeLimits = ProbeLimits()) {
        self.source = source
        self.limits = limits
        deadline = DispatchTime.now().uptimeNanoseconds + UInt64(max(0, limits.seconds) * 1e9)
    }

    /// Another reader of the same bytes, for what one part of a file costs more.
    ///
    /// - Parameters:
    ///   - bytes: how many it may read.
    ///   - samples: how many samples of a fragment it may keep.
    public func again(atMost bytes: Int, samples: Int? = nil) -> ByteReader {
        var limits = limits
        limits.bytes = bytes
        limits.chapters = samples ?? limits.chapters
        return again(within: limits)
    }

    /// Another reader of the same bytes, with limits of its own.
    public func again(within limits: ProbeLimits) -> ByteReader { ByteReader(source, limits: limits) }

    /// Whether reading many places costs little.
    public var isNear: Bool { source.isNear }

    /// In bytes; nil if unknown.
    public var length: Int64? { source.length }

    /// Returns exactly `count` bytes from `offset`.
    ///
    /// - Throws: ``ProbeError/truncated`` if the resource ends before, ``ProbeError/tooMuch(_:)`` beyond the limits.
    public func bytes(at offset: Int64, count: Int) throws(ProbeError) -> [UInt8] {
        let found = try available(at: offset, count: count)
        guard found.count == count else { throw .truncated }
        return found
    }

    /// Returns up to `count` bytes from `offset`, fewer if the resource ends.
    public func available(at offset: Int64, count: Int) throws(ProbeError) -> [UInt8] {
        guard offset >= 0, count >= 0 else { throw .malformed("it points outside of itself") }
        guard count > 0 else { return [] }
        guard count <= limits.bytes, offset <= .max - Int64(count) else {
            throw .tooMuch("one part of it is too large")
        }
        if let length, offset >= length { return [] }
        guard bytesGiven / Self.repetitions <= limits.bytes else {
            throw .tooMuch("too many of its parts are the same bytes")
        }
        let bytes = try read(at: offset, count: count)
        bytesGiven += bytes.count
        return bytes
    }

    private func read(at offset: Int64, count: Int) throws(ProbeError) -> [UInt8] {
        if let slice = slice(at: offset, count: count) { return slice }
        try fill(from: offset, atLeast: count)
        return slice(at: offset, count: count) ?? Array(window)
    }

    /// Counts an element, box, frame or page.
    public func countElement() throws(ProbeError) {
        elements += 1
        guard elements <= limits.elements else { throw .tooMuch("it has more than \(limits.elements) elements") }
        if elements % 256 == 0 { try checkTime() }
    }

    private func slice(at offset: Int64, count: Int) -> [UInt8]? {
        if offset + Int64(count) <= Int64(head.count) { return Array(head[Int(offset)..<Int(offset) + count]) }
        guard offset >= windowStart, offset + Int64(count) <= windowStart + Int64(window.count) else { return nil }
        let start = Int(offset - windowStart)
        return Array(window[start..<start + count])
    }

    private func fill(from offset: Int64, atLeast wanted: Int) throws(ProbeError) {
        guard reads < limits.reads else { throw .tooMuch("its parts are too scattered") }
        guard bytesRead + wanted <= limits.bytes else {
            throw .tooMuch("more than \(limits.bytes) bytes of it would be read")
        }
        try checkTime()
        reads += 1
        let gap = offset - (windowStart + Int64(window.count))
        jumps = gap >= 0 && gap < Int64(source.blockLength) ? 0 : jumps + 1
        // The titles of an audiobook's chapters are megabytes apart: whole blocks around them would use up the budget.
        let block = jumps > Self.patience ? min(source.blockLength, Self.smallBlock) : source.blockLength
        window = try source.read(offset, min(max(wanted, block), limits.bytes - bytesRead))
        windowStart = offset
        bytesRead += window.count
        if offset == 0, head.isEmpty { head = window }
    }

    private func checkTime() throws(ProbeError) {
        guard DispatchTime.now().uptimeNanoseconds <= deadline else {
            throw .tooMuch("reading it takes longer than \(limits.seconds) seconds")
        }
    }
}

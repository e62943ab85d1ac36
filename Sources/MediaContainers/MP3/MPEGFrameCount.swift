/// How long a stream of MPEG audio is whose header does not say it: its frames are counted, or some of them measured.
///
/// The size of a file and its first frame tell the length only if every frame has the same bit rate. Files that were put
/// together have the header of their first part.
public struct MPEGFrameCount: Hashable, Sendable {
    /// In seconds.
    public var seconds = 0.0
    /// Whether the length follows from the size: what was looked at are frames of one bit rate.
    public var isConstant = true
    public private(set) var frames = 0
    private var bytes = 0.0
    private var bitRate = 0

    private init() {}

    /// Files up to this size are counted frame by frame; of larger ones, some places are measured.
    public static let largestCounted: Int64 = 64 << 20
    /// How many places are looked at, and how many bytes of each.
    private static let places: Int64 = 64
    private static let sample = 8 << 10
    private static let piece = 256 << 10
    /// Two frames in a row are not found by chance. The longest frame has 2 KiB.
    private static let longestFrame = 2 << 10

    /// - Parameters:
    ///   - reader: of the file; it is read with limits of its own.
    ///   - sound: from the first frame to the end of the file, in bytes.
    /// - Returns: nil without frames, or if the file cannot be read.
    public static func measured(_ reader: ByteReader, _ sound: Range<Int64>) -> MPEGFrameCount? {
        guard let some = try? sampled(reader.again(atMost: Int(places + 1) * (piece / 8)), sound) else { return nil }
        guard !some.isConstant, sound.upperBound - sound.lowerBound <= largestCounted,
            var all = try? counted(reader.again(atMost: Int(largestCounted) + piece), sound)
        else { return some }
        all.isConstant = false
        return all
    }

    /// Counts every frame. Other data between them, such as tags, is passed over.
    public static func counted(_ reader: ByteReader, _ sound: Range<Int64>) throws(ProbeError) -> MPEGFrameCount? {
        var count = MPEGFrameCount()
        var offset = sound.lowerBound
        while offset < sound.upperBound {
            let bytes = try reader.available(at: offset, count: piece)
            guard !bytes.isEmpty else { break }
            let isLast = offset + Int64(bytes.count) >= sound.upperBound
            let walked = count.walk(bytes, isLast: isLast)
            guard walked > 0 else { break }
            offset += Int64(walked)
        }
        return count.frames > 0 ? count : nil
    }

    /// Measures the bit rate at places that are equally far apart.
    private static func sampled(_ reader: ByteReader, _ sound: Range<Int64>) throws(ProbeError) -> MPEGFrameCount? {
        let length = sound.upperBound - sound.lowerBound
        let step = max(length / places, 1)
        var (all, secondsOfByte, looked, silent) = (MPEGFrameCount(), 0.0, 0, 0)
        for place in stride(from: sound.lowerBound, to: sound.upperBound, by: Int(step)) {
            var count = MPEGFrameCount()
            _ = count.walk(try reader.available(at: place, count: sample), isLast: true)
            guard count.frames > 0 else {
                // A picture between two parts of a file. A few bytes at its end prove nothing.
                if place + Int64(sample) <= sound.upperBound { (all.isConstant, silent) = (false, silent + 1) }
                continue
            }
            looked += 1
            secondsOfByte += count.seconds / count.bytes
            all.isConstant = all.isConstant && count.isConstant && (all.bitRate == 0 || all.bitRate == count.bitRate)
            all.bitRate = count.bitRate
            all.frames += count.frames
        }
        guard looked > 0 else { return nil }
        all.seconds = Double(length) * secondsOfByte / Double(looked + silent)
        return all
    }

    /// The number of frames in some bytes.
    fileprivate static func frames(in bytes: [UInt8]) -> Int {
        var count = MPEGFrameCount()
        _ = count.walk(bytes, isLast: true)
        return count.frames
    }

    /// Counts the frames that begin in a piece.
    ///
    /// - Returns: how many bytes of it were used up, more than it has if something longer begins in it.
    private mutating func walk(_ bytes: [UInt8], isLast: Bool) -> Int {
        var place = 0
        // A frame at the end of a piece is counted with the next one, which shows whether another one follows it.
        let end = isLast ? bytes.count : bytes.count - 2 * Self.longestFrame
        var isInStep = false
        while place < end {
            let rest = bytes[place...]
            if let frame = MPEGFrame(rest), isInStep || Self.isFollowed(frame, in: rest) {
                // The last one may be cut off.
                guard frame.length <= rest.count || !isLast else { break }
                add(frame)
                place += frame.length
                isInStep = true
            } else if let tag = ID3Header(rest) {
                place += tag.tagLength
                isInStep = false
            } else {
                isInStep = false
                place = bytes[min(place + 1, bytes.count)...].firstIndex { $0 == 0xFF || $0 == 0x49 } ?? bytes.count
            }
        }
        return max(place, isLast ? bytes.count : 0)
    }

    private static func isFollowed(_ frame: MPEGFrame, in bytes: ArraySlice<UInt8>) -> Bool {
        guard frame.length < bytes.count else { return frame.length == bytes.count }
        return MPEGFrame(bytes.dropFirst(frame.length)).map(frame.matches) ?? false
    }

    private mutating func add(_ frame: MPEGFrame) {
        frames += 1
        seconds += Double(frame.samples) / Double(frame.sampleRate)
        bytes += Double(frame.length)
        isConstant = isConstant && (bitRate == 0 || bitRate == frame.bitRate)
        bitRate = frame.bitRate
    }
}

extension XingHeader {
    /// How much behind the stated end is looked at, and how many frames may be there: some writers do not count the header's
    /// own one.
    private static let (look, uncounted) = (16 << 10, 3)
    private static let slack: Int64 = 2 << 10

    /// Whether the frames end where the header says. A file that was cut off, or put together from several, has the header
    /// of another one.
    ///
    /// - Parameters:
    ///   - start: where the frame with the header begins.
    ///   - frame: that frame.
    public func holds(in reader: ByteReader, from start: Int64, _ frame: MPEGFrame) -> Bool {
        guard let bytes, bytes > 0, let length = reader.length else { return true }
        let (end, overflow) = start.addingReportingOverflow(Int64(clamping: bytes))
        guard !overflow, end <= length + Int64(Self.uncounted * frame.length) else { return false }
        guard let behind = try? Self.passTags(reader, from: end) else { return true }
        let isFollowed = behind.indices.prefix(Int(Self.slack)).contains { ID3Header(behind[$0...]) != nil }
        return !isFollowed && MPEGFrameCount.frames(in: behind) <= Self.uncounted
    }

    /// What follows the tags that end a file or a part of one: ID3v1 and APEv2, in any order.
    private static func passTags(_ reader: ByteReader, from end: Int64) throws(ProbeError) -> [UInt8] {
        var place = end
        // The stated end is often wrong by less than a frame.
        let before = max(0, end - slack)
        let around = try reader.available(at: before, count: Int(2 * slack))
        if let tag = around.firstRange(of: Array("APETAGEX".utf8)) { place = before + Int64(tag.lowerBound) }
        for _ in 0..<4 {
            let bytes = try reader.available(at: place, count: look)
            if bytes.starts(with: "TAG".utf8) {
                place += 128
            } else if bytes.starts(with: "APETAGEX".utf8), bytes.count >= 32 {
                // The size counts what follows the header of 32 bytes. A tag may have its footer alone.
                let size = (0..<4).reduce(into: Int64(0)) { $0 |= Int64(bytes[12 + $1]) << (8 * $1) }
                place += 32 + (bytes[23] & 0x20 != 0 ? size : 0)
            } else {
                return bytes
            }
        }
        return []
    }
}

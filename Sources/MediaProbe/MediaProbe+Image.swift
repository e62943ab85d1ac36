internal import Dispatch
public import MediaContainers
public import PlayerCore

extension MediaProbe {
    /// Larger pictures are refused; a photograph of 50 megapixels is smaller.
    static let largestImage = 16 << 20
    /// The amount read at a time; the time limit is checked in between.
    private static let piece = 256 << 10

    /// Returns the bytes of a picture inside a media resource, as in a picture file. They are not validated.
    ///
    /// - Parameter source: of the resource that contains the picture.
    public static func image(
        _ image: EmbeddedImage, in source: ByteSource, limits: ProbeLimits = ProbeLimits()
    ) throws(ProbeError) -> [UInt8] {
        guard image.length > 0, image.offset >= 0 else { throw .malformed("the picture is empty") }
        guard image.length <= largestImage else {
            throw .tooMuch("the picture is larger than \(largestImage >> 20) MiB")
        }
        let written = try stretch(image, of: source, seconds: limits.seconds)
        switch image.coding {
        case .plain: return written
        case .unsynchronised: return synchronised(written)
        case .compressed(let length, let isUnsynchronised, let skipping):
            guard length <= largestImage else {
                throw .tooMuch("the picture is larger than \(largestImage >> 20) MiB")
            }
            let packed = isUnsynchronised ? synchronised(written) : written
            return Array(try Inflate.zlib(packed, limit: max(0, length)).dropFirst(max(0, skipping)))
        }
    }

    private static func stretch(
        _ image: EmbeddedImage, of source: ByteSource, seconds: Double
    ) throws(ProbeError) -> [UInt8] {
        let deadline = DispatchTime.now().uptimeNanoseconds + UInt64(max(0, seconds) * 1e9)
        var bytes: [UInt8] = []
        while bytes.count < image.length {
            let (offset, overflow) = image.offset.addingReportingOverflow(Int64(bytes.count))
            guard !overflow else { throw .truncated }
            let next = try source.read(offset, min(piece, image.length - bytes.count))
            guard !next.isEmpty else { throw .truncated }
            bytes += next.prefix(image.length - bytes.count)
            guard DispatchTime.now().uptimeNanoseconds <= deadline else {
                throw .tooMuch("reading the picture takes longer than \(seconds) seconds")
            }
        }
        return bytes
    }

    /// Removes the zero after each 0xFF (id3v2.4.0-structure, section 6.1).
    private static func synchronised(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isAfterMark = false
        for byte in bytes {
            if !(isAfterMark && byte == 0) { result.append(byte) }
            isAfterMark = byte == 0xFF
        }
        return result
    }
}

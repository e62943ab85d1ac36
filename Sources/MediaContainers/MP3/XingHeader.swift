/// The header that encoders write into the first frame of MPEG audio (Xing, Info), and LAME's part of it
/// (gabriel.mp3-tech.org/mp3infotag.html).
public struct XingHeader: Hashable, Sendable {
    /// How many frames follow; nil if it is not stated.
    public let frames: UInt64?
    /// How many bytes the stream has, this frame included; nil if it is not stated.
    public let bytes: UInt64?
    /// What the encoder added; nil if it is not stated.
    public let silence: EncoderSilence?

    /// - Parameters:
    ///   - frame: the header of the first frame.
    ///   - first: the whole frame.
    /// - Returns: nil if the frame has no such header.
    public init?(_ frame: MPEGFrame, _ first: [UInt8]) {
        var cursor = ByteCursor(first.dropFirst(frame.xingPlace))
        let name = cursor.take(4) ?? []
        guard name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8), let flags = cursor.big(4) else {
            return nil
        }
        // Writers that cannot go back to the beginning leave it at 0.
        frames = flags & 1 != 0 ? cursor.big(4).flatMap { $0 > 0 ? $0 : nil } : nil
        bytes = flags & 2 != 0 ? cursor.big(4) : nil
        let optional = (flags & 4 != 0 ? 100 : 0) + (flags & 8 != 0 ? 4 : 0)
        guard cursor.take(optional) != nil, let encoder = cursor.take(4), encoder.allSatisfy({ $0 >= 0x20 }),
            cursor.take(17) != nil, let both = cursor.big(3), both > 0
        else {
            silence = nil
            return
        }
        silence = EncoderSilence(before: both >> 12, after: both & 0xFFF)
    }

    /// The samples of the sound, without what the encoder added; nil if the number of frames is not stated.
    public func samples(of frame: MPEGFrame) -> UInt64? {
        guard let frames else { return nil }
        let (all, silence) = (frames * UInt64(frame.samples), (silence?.before ?? 0) + (silence?.after ?? 0))
        return all > silence ? all - silence : all
    }
}

/// Decodes the packets of a picture subtitle stream, in order.
public struct SubtitlePictureDecoder: Sendable {
    private enum Kind: Sendable {
        case pgs(PGSDecoder)
        case vobSub(VobSubDecoder)
        case dvb(DVBSubtitleDecoder)
    }

    private var kind: Kind

    /// - Parameters:
    ///   - palette: the sixteen colors of a VobSub stream, `0xYYCrCb`; empty if unknown.
    ///   - plane: the size of the plane for VobSub, whose packets do not tell it.
    public init(_ format: SubtitlePictureFormat, palette: [UInt32] = [], plane: (width: Int, height: Int) = (720, 576))
    {
        switch format {
        case .pgs: kind = .pgs(PGSDecoder())
        case .vobSub: kind = .vobSub(VobSubDecoder(palette: palette, plane: plane))
        case .dvb: kind = .dvb(DVBSubtitleDecoder())
        }
    }

    public mutating func take(_ packet: [UInt8]) {
        switch kind {
        case .pgs(var decoder):
            decoder.take(packet)
            kind = .pgs(decoder)
        case .vobSub(var decoder):
            decoder.take(packet)
            kind = .vobSub(decoder)
        case .dvb(var decoder):
            decoder.take(packet)
            kind = .dvb(decoder)
        }
    }

    /// The picture after the last packet; nil if nothing is shown.
    public var picture: SubtitlePicture? {
        switch kind {
        case .pgs(let decoder): decoder.picture
        case .vobSub(let decoder): decoder.picture
        case .dvb(let decoder): decoder.picture
        }
    }

    /// The role of a packet in its stream.
    public enum Place: Hashable, Sendable {
        /// It can be decoded without those before it.
        case entry
        /// It needs those before it, from an entry on.
        case following
        /// It is a later part of the packet before it.
        case continuation
    }

    public static func place(of packet: [UInt8], _ format: SubtitlePictureFormat) -> Place {
        switch format {
        case .pgs: PGSDecoder.place(of: packet)
        case .vobSub: .entry
        case .dvb: DVBSubtitleDecoder.place(of: packet)
        }
    }
}

public import MediaContainers
public import PlayerCore

/// What the first bytes of a file tell whose container only GStreamer reads.
public struct MediaOutline: Hashable, Sendable {
    /// `mpegts`, `mpegps`, `avi`, …
    public var container: String
    public var tracks: [ContainerTrack] = []
    public var duration: MediaTime?
}

extension MediaProbe {
    /// Recognises a file that ``container(_:uri:limits:)`` does not read; nil for anything else.
    public static func outline(_ source: ByteSource) -> MediaOutline? {
        var limits = ProbeLimits()
        limits.bytes = WrittenSpan.mostBytes
        let bytes = ByteReader(source, limits: limits)
        guard let head = try? bytes.available(at: 0, count: 64) else { return nil }
        if let programmes = (try? TransportStreamTracks(bytes)) ?? nil {
            let span = (try? TransportStreamSpan(bytes)?.read()) ?? nil
            return MediaOutline(container: "mpegts", tracks: programmes.tracks, duration: span?.length)
        }
        return signatures.first { $0.matches(head) }.map { MediaOutline(container: $0.name, tracks: $0.tracks) }
    }

    /// The first bytes of a format.
    private struct Signature {
        let name: String
        var codec: String?
        /// Bytes by their place.
        let parts: [(place: Int, bytes: [UInt8])]

        init(
            _ name: String, _ bytes: [UInt8], at place: Int = 0, and other: (place: Int, text: String)? = nil,
            codec: String? = nil
        ) {
            self.name = name
            self.codec = codec
            parts = [(place, bytes)] + (other.map { [($0.place, Array($0.text.utf8))] } ?? [])
        }

        init(_ name: String, _ text: String, and other: (place: Int, text: String)? = nil, codec: String? = nil) {
            self.init(name, Array(text.utf8), and: other, codec: codec)
        }

        func matches(_ head: [UInt8]) -> Bool {
            parts.allSatisfy { $0.place < head.count && head[$0.place...].starts(with: $0.bytes) }
        }

        var tracks: [ContainerTrack] {
            codec.map { [ContainerTrack(kind: .audio, format: TrackFormat(codec: $0))] } ?? []
        }
    }

    private static let signatures = [
        Signature("avi", "RIFF", and: (8, "AVI ")),
        Signature("asf", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
        Signature("mpegps", [0, 0, 1, 0xBA]),
        Signature("mpeg", [0, 0, 1, 0xB3]),
        Signature("aiff", "FORM", and: (8, "AIF")),
        Signature("au", ".snd"),
        Signature("caf", "caff"),
        Signature("amr", "#!AMR", codec: "AMR"),
        Signature("wavpack", "wvpk", codec: "WavPack"),
        Signature("ape", "MAC ", codec: "Monkey's Audio"),
        Signature("tta", "TTA1", codec: "TTA"),
        Signature("musepack", "MPCK", codec: "Musepack"),
        Signature("musepack", "MP+", codec: "Musepack"),
        Signature("dsf", "DSD ", codec: "DSD"),
        Signature("realmedia", ".RMF"),
        Signature("ivf", "DKIF"),
        Signature("mxf", [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01]),
        Signature("midi", "MThd"),
        Signature("ac3", [0x0B, 0x77], codec: "AC-3"),
        Signature("dts", [0x7F, 0xFE, 0x80, 0x01], codec: "DTS"),
        // A sync word and a layer that MPEG audio does not have, with and without a checksum, of MPEG-4 and MPEG-2.
        Signature("aac", [0xFF, 0xF1], codec: "AAC"),
        Signature("aac", [0xFF, 0xF0], codec: "AAC"),
        Signature("aac", [0xFF, 0xF9], codec: "AAC"),
        Signature("aac", [0xFF, 0xF8], codec: "AAC"),
        Signature("mp2", [0xFF, 0xFD], codec: "MP2"),
        Signature("mp2", [0xFF, 0xFC], codec: "MP2"),
    ]
}

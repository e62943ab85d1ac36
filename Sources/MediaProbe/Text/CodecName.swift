internal import MediaContainers

/// The names by which people know the codecs that containers identify.
enum CodecName {
    /// - Parameter id: the CodecID of a Matroska track.
    static func matroska(_ id: String) -> String? {
        guard let id = BoundedText.trimmed(id) else { return nil }
        return matroskaNames.first { id == $0.id || id.hasPrefix($0.id + "/") }?.name ?? id
    }

    /// - Parameter type: of a sample entry in MP4 or QuickTime.
    static func mp4(_ type: MP4BoxType) -> String {
        mp4Names[type.description] ?? type.description.filter { $0 != " " }
    }

    /// - Parameter type: an object type indication (ISO/IEC 14496-1, the registry of mp4ra.org).
    static func object(_ type: UInt8) -> String? {
        switch type {
        case 0x20: "MPEG-4"
        case 0x40, 0x66, 0x67, 0x68: "AAC"
        case 0x60...0x65: "MPEG-2"
        case 0x69, 0x6B: "MP3"
        case 0x6A: "MPEG-1"
        case 0x6C: "JPEG"
        case 0xA5: "AC-3"
        case 0xA6: "E-AC-3"
        case 0xA9: "DTS"
        case 0xDD: "Vorbis"
        case 0xE0: "VobSub"
        default: nil
        }
    }

    /// - Parameter tag: the format of a WAV file.
    static func wav(_ tag: UInt64) -> String? {
        switch tag {
        case 1, 0xFFFE: "PCM"
        case 3: "floating-point PCM"
        case 2, 0x11: "ADPCM"
        case 6: "A-law"
        case 7: "µ-law"
        case 0x50: "MP2"
        case 0x55: "MP3"
        case 0xFF, 0x1610: "AAC"
        case 0x2000: "AC-3"
        default: nil
        }
    }

    /// Longer identifiers before those that they begin with (matroska.org, "Codec Mappings").
    private static let matroskaNames: [(id: String, name: String)] = [
        ("V_MPEG4/ISO/AVC", "H.264"), ("V_MPEGH/ISO/HEVC", "H.265"), ("V_MPEGI/ISO/VVC", "H.266"),
        ("V_MPEG4", "MPEG-4"), ("V_MPEG1", "MPEG-1"), ("V_MPEG2", "MPEG-2"), ("V_VP8", "VP8"), ("V_VP9", "VP9"),
        ("V_AV1", "AV1"), ("V_THEORA", "Theora"), ("V_FFV1", "FFV1"), ("V_MJPEG", "Motion JPEG"),
        ("V_PRORES", "ProRes"), ("V_UNCOMPRESSED", "uncompressed"), ("A_AAC", "AAC"), ("A_AC3", "AC-3"),
        ("A_EAC3", "E-AC-3"), ("A_DTS", "DTS"), ("A_TRUEHD", "TrueHD"), ("A_MLP", "MLP"), ("A_FLAC", "FLAC"),
        ("A_ALAC", "ALAC"), ("A_OPUS", "Opus"), ("A_VORBIS", "Vorbis"), ("A_MPEG/L1", "MP1"), ("A_MPEG/L2", "MP2"),
        ("A_MPEG/L3", "MP3"), ("A_PCM/FLOAT", "floating-point PCM"), ("A_PCM", "PCM"), ("A_WAVPACK4", "WavPack"),
        ("A_TTA1", "TTA"), ("S_TEXT/UTF8", "SubRip"), ("S_TEXT/ASCII", "SubRip"), ("S_TEXT/ASS", "ASS"),
        ("S_TEXT/SSA", "SSA"), ("S_ASS", "ASS"), ("S_SSA", "SSA"), ("S_TEXT/WEBVTT", "WebVTT"),
        ("D_WEBVTT", "WebVTT"), ("S_VOBSUB", "VobSub"), ("S_HDMV/PGS", "PGS"), ("S_HDMV/TEXTST", "TextST"),
        ("S_DVBSUB", "DVB subtitles"),
    ]

    private static let mp4Names = [
        "avc1": "H.264", "avc2": "H.264", "avc3": "H.264", "avc4": "H.264", "dva1": "H.264", "dvav": "H.264",
        "hvc1": "H.265", "hev1": "H.265", "dvh1": "H.265", "dvhe": "H.265", "vvc1": "H.266", "vvi1": "H.266",
        "vp08": "VP8", "vp09": "VP9", "av01": "AV1", "mp4v": "MPEG-4", "s263": "H.263", "theo": "Theora",
        "jpeg": "Motion JPEG", "mjpa": "Motion JPEG", "mjpb": "Motion JPEG", "mjpg": "Motion JPEG",
        "apch": "ProRes", "apcn": "ProRes", "apcs": "ProRes", "apco": "ProRes", "ap4h": "ProRes", "ap4x": "ProRes",
        "encv": "encrypted", "enca": "encrypted", "enct": "encrypted",
        "mp4a": "AAC", ".mp3": "MP3", "ac-3": "AC-3", "ec-3": "E-AC-3", "ac-4": "AC-4", "dtsc": "DTS", "dtsh": "DTS",
        "dtsl": "DTS", "dtse": "DTS", "mlpa": "TrueHD", "Opus": "Opus", "fLaC": "FLAC", "alac": "ALAC", "samr": "AMR",
        "sawb": "AMR-WB", "sowt": "PCM", "twos": "PCM", "lpcm": "PCM", "ipcm": "PCM", "in24": "PCM", "in32": "PCM",
        "raw ": "PCM", "fpcm": "floating-point PCM", "fl32": "floating-point PCM", "fl64": "floating-point PCM",
        "alaw": "A-law", "ulaw": "µ-law",
        "tx3g": "3GPP timed text", "text": "QuickTime text", "wvtt": "WebVTT", "stpp": "TTML", "mp4s": "VobSub",
        "c608": "CEA-608", "c708": "CEA-708",
    ]
}

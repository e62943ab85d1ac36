internal import MediaContainers
internal import PlayerCore

/// The relevant content of the `moov` box.
struct MP4Movie {
    /// The defaults for values that fragments of a track omit (`trex`).
    struct FragmentDefaults: Hashable {
        var duration: UInt32
        var length: UInt32
    }

    var timescale: MP4Timescale?
    var duration: UInt64?
    var tracks: [MP4Track] = []
    var userData: MP4Box?
    var metadata: MP4Box?
    /// Whether its samples continue in `moof` boxes.
    var isFragmented = false
    /// Including the fragments.
    var fragmentedDuration: UInt64?
    var fragmentDefaults: [UInt32: FragmentDefaults] = [:]

    init(_ boxes: MP4Boxes, _ moov: MP4Box, isQuickTime: Bool) {
        let trackReader = MP4TrackReader(boxes: boxes, isQuickTime: isQuickTime)
        for box in boxes.children(of: moov) {
            switch box.type {
            case "mvhd": readHeader(boxes, box)
            case "trak": tracks.append(trackReader.track(box))
            case "udta": userData = userData ?? box
            case "meta": metadata = metadata ?? box
            case "mvex": readExtension(boxes, box)
            case "cmov": boxes.note("its headers are compressed (“cmov”), which is not read")
            default: break
            }
        }
    }

    private mutating func readHeader(_ boxes: MP4Boxes, _ mvhd: MP4Box) {
        let header = boxes.attempt(mvhd) { box throws(ProbeError) -> (UInt32, UInt64?)? in
            var fields = try boxes.fields(of: box)
            let isWide = try fields.u8() == 1
            try fields.skip(isWide ? 19 : 11)
            let timescale = try fields.u32()
            let duration = try fields.word(isWide: isWide)
            return (timescale, Self.known(duration, isWide: isWide))
        }
        timescale = header.flatMap { MP4Timescale($0.0) }
        duration = header?.1
    }

    private mutating func readExtension(_ boxes: MP4Boxes, _ mvex: MP4Box) {
        isFragmented = true
        for box in boxes.children(of: mvex) {
            switch box.type {
            case "mehd":
                fragmentedDuration = boxes.attempt(box) { box throws(ProbeError) in
                    var fields = try boxes.fields(of: box)
                    let isWide = try fields.u8() == 1
                    try fields.skip(3)
                    return Self.known(try fields.word(isWide: isWide), isWide: isWide)
                }
            case "trex":
                let defaults = boxes.attempt(box) { box throws(ProbeError) -> (UInt32, FragmentDefaults)? in
                    var fields = try boxes.fields(of: box)
                    try fields.skip(4)
                    let id = try fields.u32()
                    try fields.skip(4)
                    return (id, FragmentDefaults(duration: try fields.u32(), length: try fields.u32()))
                }
                if let defaults { fragmentDefaults[defaults.0] = defaults.1 }
            default: break
            }
        }
    }

    /// Nil for 0 and for all bits set, which both mean unknown.
    private static func known(_ duration: UInt64, isWide: Bool) -> UInt64? {
        duration == 0 || duration == (isWide ? UInt64.max : UInt64(UInt32.max)) ? nil : duration
    }
}

/// How the frames of a file are stored: turned and mirrored in one of eight ways, as GStreamer's tag `image-orientation`
/// names them (`rotate-90`, `flip-rotate-0`).
///
/// GStreamer reads only some of them: qtdemux mirrored ones only since 1.24.12, matroskademux any only since 1.26.
public enum StoredOrientation {
    /// The orientation of a track's matrix (ISO/IEC 14496-12, 6.2.2) that turns and mirrors only; nil for an upright picture,
    /// and for any other matrix.
    ///
    /// - Parameter fields: at the matrix of a `tkhd` box.
    public static func ofMatrix(_ fields: MP4Fields) throws(ProbeError) -> String? {
        var fields = fields
        var values: [Int32] = []
        for _ in 0..<5 { values.append(Int32(bitPattern: try fields.u32())) }
        // A point of the picture becomes (a x + c y, b x + d y); the third value of a row is for perspective.
        switch [values[0], values[1], values[3], values[4]].map({ $0 / 0x1_0000 }) {
        case [0, 1, -1, 0]: return "rotate-90"
        case [-1, 0, 0, -1]: return "rotate-180"
        case [0, -1, 1, 0]: return "rotate-270"
        case [-1, 0, 0, 1]: return "flip-rotate-0"
        case [0, -1, -1, 0]: return "flip-rotate-90"
        case [1, 0, 0, -1]: return "flip-rotate-180"
        case [0, 1, 1, 0]: return "flip-rotate-270"
        default: return nil
        }
    }

    /// The orientation of a flat picture's pose in Matroska (RFC 9559, 5.1.4.1.28.43 and .45); nil if it is upright.
    ///
    /// - Parameters:
    ///   - yaw: in degrees; 180 shows the picture from behind.
    ///   - roll: in degrees, counterclockwise.
    public static func ofPose(yaw: Double, roll: Double) -> String? {
        let isMirrored = isClose(abs(yaw), 180)
        guard isMirrored || isClose(yaw, 0), abs(roll) <= 360,
            let clockwise = [0, 90, 180, 270].first(where: {
                isClose((roll + Double($0)).remainder(dividingBy: 360), 0)
            })
        else { return nil }
        return clockwise == 0 && !isMirrored ? nil : "\(isMirrored ? "flip-" : "")rotate-\(clockwise)"
    }

    private static func isClose(_ value: Double, _ other: Double) -> Bool { abs(value - other) < 0.01 }

    /// Reads the orientation of the first video track of a local MP4 or Matroska file; nil if it is upright, is another
    /// file, or cannot be read.
    public static func read(path: [UInt8]) -> String? {
        do throws(ProbeError) {
            let bytes = ByteReader(try ByteSource.file(path))
            if try bytes.available(at: 0, count: 4) == [0x1A, 0x45, 0xDF, 0xA3] { return try matroska(bytes) }
            return try mp4(MP4Boxes(bytes))
        } catch {
            return nil
        }
    }

    private static func mp4(_ boxes: MP4Boxes) throws(ProbeError) -> String? {
        guard let tkhd = try videoHeader(boxes) else { return nil }
        return try ofMatrix(try matrix(of: tkhd, boxes))
    }

    /// The `tkhd` box of the first video track; nil if there is none.
    public static func videoHeader(_ boxes: MP4Boxes) throws(ProbeError) -> MP4Box? {
        var offset: Int64 = 0
        while let box = try boxes.box(at: offset, before: boxes.end) {
            offset = box.content.upperBound
            guard box.type == "moov" else { continue }
            for trak in boxes.children(of: box) where trak.type == "trak" {
                guard let handler = boxes.descendant(of: trak, "mdia", "hdlr"),
                    let tkhd = boxes.descendant(of: trak, "tkhd")
                else { continue }
                var fields = try boxes.fields(of: handler)
                try fields.skip(8)
                if try fields.type() == "vide" { return tkhd }
            }
            return nil
        }
        return nil
    }

    /// The fields of a `tkhd` box from its matrix on.
    public static func matrix(of tkhd: MP4Box, _ boxes: MP4Boxes) throws(ProbeError) -> MP4Fields {
        var fields = try boxes.fields(of: tkhd, atMost: 128)
        let isWide = try fields.u8() == 1
        // Flags, two times, id, a gap, duration, a gap, layer, group, volume and a gap.
        try fields.skip(isWide ? 51 : 39)
        return fields
    }

    private static func matroska(_ bytes: ByteReader) throws(ProbeError) -> String? {
        let ebml = EBMLReader(bytes)
        guard var offset = try ebml.element(at: 0).end else { return nil }
        var element = try ebml.element(at: offset)
        guard element.id == MatroskaID.segment else { return nil }
        offset = element.start
        // The tracks are before the first cluster.
        repeat {
            element = try ebml.element(at: offset)
            if element.id == MatroskaID.tracks { return try tracks(element, ebml) }
            offset = element.end ?? 0
        } while element.id != MatroskaID.cluster && offset > 0
        return nil
    }

    private static func tracks(_ tracks: EBMLElement, _ ebml: EBMLReader) throws(ProbeError) -> String? {
        var found: String??
        try ebml.children(of: tracks) { entry throws(ProbeError) in
            guard entry.id == MatroskaID.trackEntry, found == nil else { return }
            var (isVideo, yaw, roll) = (false, 0.0, 0.0)
            try ebml.children(of: entry) { value throws(ProbeError) in
                if value.id == MatroskaID.trackType { isVideo = try ebml.unsigned(value) == 1 }
                guard value.id == MatroskaID.video else { return }
                try ebml.children(of: value) { setting throws(ProbeError) in
                    guard setting.id == MatroskaID.projection else { return }
                    try ebml.children(of: setting) { pose throws(ProbeError) in
                        if pose.id == MatroskaID.projectionPoseYaw { yaw = try ebml.float(pose) }
                        if pose.id == MatroskaID.projectionPoseRoll { roll = try ebml.float(pose) }
                    }
                }
            }
            if isVideo { found = .some(ofPose(yaw: yaw, roll: roll)) }
        }
        return found ?? nil
    }
}

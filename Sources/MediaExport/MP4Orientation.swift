internal import MediaContainers

/// The orientation of frames in an MP4 file: the matrix of its video track. mp4mux writes it only in newer versions of
/// GStreamer (not in 1.22).
enum MP4Orientation {
    /// Sets the matrix of the first video track; no other byte changes.
    ///
    /// - Parameter orientation: in the words of GStreamer's tag `image-orientation`.
    static func set(_ orientation: String, in file: PartFile) throws(PartFile.Refusal) {
        guard let matrix = matrix(of: orientation), let place = place(in: file) else { return }
        let words = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, 0, 0].map { UInt32(bitPattern: $0 << 16) }
        try file.write((words + [0x4000_0000]).flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }, at: place)
    }

    /// a, b, c and d; see ``StoredOrientation/ofMatrix(_:)``.
    private static func matrix(of orientation: String) -> [Int32]? {
        switch orientation {
        case "rotate-90": [0, 1, -1, 0]
        case "rotate-180": [-1, 0, 0, -1]
        case "rotate-270": [0, -1, 1, 0]
        case "flip-rotate-0": [-1, 0, 0, 1]
        case "flip-rotate-90": [0, -1, -1, 0]
        case "flip-rotate-180": [1, 0, 0, -1]
        case "flip-rotate-270": [0, 1, 1, 0]
        default: nil
        }
    }

    /// The offset of the matrix; nil without a video track.
    private static func place(in file: PartFile) -> Int64? {
        let boxes = MP4Boxes(file.reader)
        guard let tkhd = try? StoredOrientation.videoHeader(boxes),
            let fields = try? StoredOrientation.matrix(of: tkhd, boxes)
        else { return nil }
        // What is left of the first 128 bytes of the box begins with the matrix.
        return tkhd.content.lowerBound + min(128, tkhd.length) - Int64(fields.rest.count)
    }
}

/// The index of the fragments of a movie whose clock has changed (`mfra`, ISO/IEC 14496-12 section 8.8.9).
extension MP4Lead {
    /// Takes out of the times in an index what the tracks have in common: FFmpeg counts it there, and not in the fragments.
    ///
    /// - Parameter index: the whole box, as long as before. Tracks that begin earlier than that do not count it.
    public func leaveOut(ofIndex index: inout [UInt8]) {
        let boxes = MP4Boxes(ByteReader(ByteSource(index)))
        guard length > 0, let box = try? boxes.box(at: 0, before: Int64(index.count)), box.type == "mfra" else {
            return
        }
        for table in boxes.children(of: box) where table.type == "tfra" {
            try? move(table, boxes, in: &index)
        }
    }

    private func move(_ table: MP4Box, _ boxes: MP4Boxes, in index: inout [UInt8]) throws(ProbeError) {
        var fields = try boxes.fields(of: table, atMost: 16)
        let isWide = try fields.u8() == 1
        try fields.skip(3)
        let lead = ticks(ofTrack: try fields.u32())
        let widths = try fields.u32()
        let count = try fields.u32()
        let width = isWide ? 8 : 4
        let rest = [4, 2, 0].reduce(0) { $0 + Int(widths >> $1 & 3) + 1 }
        var place = Int(table.content.lowerBound) + 16
        let end = Int(min(table.content.upperBound, Int64(index.count)))
        for number in 0..<count {
            guard place + width <= end else { return }
            let time = index[place..<place + width].bigEndian
            guard lead > 0, time >= lead || number > 0 else { return }
            let moved = time - min(time, lead)
            for byte in 0..<width {
                index[place + byte] = UInt8(truncatingIfNeeded: moved >> ((width - 1 - byte) * 8))
            }
            place += 2 * width + rest
        }
    }
}

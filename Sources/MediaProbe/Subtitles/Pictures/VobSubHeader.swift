internal import PlayerCore

/// The text that describes a VobSub track: the head of an `.idx` file, which Matroska keeps in CodecPrivate.
enum VobSubHeader {
    /// The size of the plane on which the pictures lie, from the line `size: 1920x1080`; nil without a usable one.
    static func plane(in text: String) -> TrackFormat.PixelSize? {
        for line in text.split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "size" else { continue }
            let sides = line[line.index(after: colon)...].split(separator: "x").map { side in
                UInt64(side.filter { !$0.isWhitespace }) ?? 0
            }
            guard sides.count == 2, sides.allSatisfy({ $0 <= SubtitlePicture.longestSide }) else { return nil }
            return TrackFormat.PixelSize(width: sides[0], height: sides[1])
        }
        return nil
    }
}

internal import MediaContainers

/// A sample of a chapter's text track (QuickTime File Format, "Text sample data"; 3GPP TS 26.245).
struct MP4ChapterSample: Hashable {
    /// Empty for a chapter without a title.
    var title = ""
    var url: String?

    /// The maximum length of the extensions that are read after the text, in bytes.
    private static let extensionLength = 1 << 10

    init() {}

    init(_ boxes: MP4Boxes, at offset: Int64, length: Int) throws(ProbeError) {
        guard length >= 2 else { return }
        var header = MP4Fields(try boxes.bytes.bytes(at: offset, count: 2))
        let textLength = min(Int(try header.u16()), length - 2)
        let (textStart, overflow) = offset.addingReportingOverflow(2)
        guard !overflow else { throw .malformed("it points outside of itself") }
        let text = try boxes.bytes.bytes(at: textStart, count: min(textLength, boxes.limits.text))
        var encoding = MP4Text.Encoding.undeclared
        let extra = min(length - 2 - textLength, Self.extensionLength)
        if extra >= 8, textStart <= .max - Int64(textLength + extra) {
            let start = textStart + Int64(textLength)
            let extensions = MP4Box(type: "text", start: offset, content: start..<start + Int64(extra))
            for box in boxes.children(of: extensions) {
                switch box.type {
                case "encd":
                    encoding = boxes.attempt(box, { box throws(ProbeError) in try declared(box, text) }) ?? encoding
                case "href": url = boxes.attempt(box) { box throws(ProbeError) in try link(box) }
                default: break
                }
            }
        }
        title = MP4Text.string(text[...], encoding, limit: boxes.limits.text)

        func declared(_ encd: MP4Box, _ text: [UInt8]) throws(ProbeError) -> MP4Text.Encoding? {
            var fields = try boxes.fields(of: encd)
            // 0x100 is UTF-16 according to Apple's lists and UTF-8 in practice: text without zero bytes is UTF-8.
            return try fields.u32() == 0x100 && text.contains(0) && text.count % 2 == 0 ? .utf16 : nil
        }

        /// Two positions in the text, the link, and a text shown while the pointer is over it.
        func link(_ href: MP4Box) throws(ProbeError) -> String? {
            var fields = try boxes.fields(of: href, atMost: 300)
            try fields.skip(4)
            let link = MP4Text.string(try fields.shortBytes(), .utf8, limit: 255)
            return link.isEmpty ? nil : link
        }
    }
}

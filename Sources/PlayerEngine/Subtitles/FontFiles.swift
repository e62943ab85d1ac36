internal import MediaContainers
internal import PlayerCore

/// The fonts that are attached to a local item, read when subtitles are drawn.
struct FontFiles: Hashable, Sendable {
    var file: LocalFile
    var fonts: [AttachedFont]

    /// Returns nil if the item has no fonts or is not a local file.
    init?(uri: String, _ fonts: [AttachedFont]) {
        guard !fonts.isEmpty, let file = LocalFile(uri: uri) else { return nil }
        (self.file, self.fonts) = (file, fonts)
    }

    /// Calls `body` with each font that can be read. Blocks.
    func read(_ body: (_ name: String, _ bytes: [UInt8]) -> Void) {
        guard let file = try? RegularFile(file.bytes) else { return }
        var left = AttachedFont.largestTotal
        for font in fonts.prefix(AttachedFont.most) {
            guard font.length > 0, font.length <= min(left, AttachedFont.largest),
                let bytes = try? file.read(font.offset, font.length), bytes.count == font.length
            else { continue }
            left -= font.length
            body(font.name, bytes)
        }
    }
}

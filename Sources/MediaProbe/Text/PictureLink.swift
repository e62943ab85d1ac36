internal import PlayerCore

/// The text values of picture fields in ID3 and FLAC: a media type, or a link instead of the picture.
enum PictureLink {
    /// Returns the link that replaces a picture whose media type is `-->`.
    ///
    /// Nil for anything but `http(s):`: an external file must not name local files.
    static func image(_ bytes: some Collection<UInt8>) -> ImageSource? {
        guard let link = BoundedText.trimmed(BoundedText.latin1(bytes, limit: bytes.count)) else { return nil }
        let scheme = link.prefix { $0 != ":" }.lowercased()
        return scheme == "http" || scheme == "https" ? .uri(link) : nil
    }

    /// Returns a media type; nil if it does not look like one. Version 2.3 allows omitting `image/`.
    static func mediaType(_ text: String) -> String? {
        let name = text.lowercased()
        let isWord = { (part: Substring) in
            !part.isEmpty && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x2B...0x39).contains($0) }
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy(isWord) else { return nil }
        return parts.count == 2 ? name : parts.count == 1 ? "image/\(name)" : nil
    }
}

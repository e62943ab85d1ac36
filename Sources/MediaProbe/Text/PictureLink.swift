internal import PlayerCore

/// What picture fields of ID3 and FLAC say in words: a media type, or a link in the picture's place.
enum PictureLink {
    /// The link in the place of a picture whose media type is `-->`.
    ///
    /// Nil for anything but `http(s):`: a file from elsewhere does not name files here.
    static func image(_ bytes: some Collection<UInt8>) -> ImageSource? {
        guard let link = BoundedText.trimmed(BoundedText.latin1(bytes, limit: bytes.count)) else { return nil }
        let scheme = link.prefix { $0 != ":" }.lowercased()
        return scheme == "http" || scheme == "https" ? .uri(link) : nil
    }

    /// A media type; nil where it does not look like one. Version 2.3 allows to leave out `image/`.
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

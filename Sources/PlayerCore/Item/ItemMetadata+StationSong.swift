extension ItemMetadata {
    /// Stations send the artist in the title: `Artist - Title`. Both are known apart only if neither they nor anybody else
    /// says who the artist is.
    mutating func splitSong(_ tags: MediaTags, saying artist: [String]?) {
        guard tags.isStation, artist == nil, tags.artists.isEmpty, title == tags.title else { return }
        if let mark = title.firstRange(of: " - ") {
            let (artist, song) = (
                Self.text(String(title[..<mark.lowerBound])), Self.text(String(title[mark.upperBound...]))
            )
            if let artist, song != nil { artists = [artist] }
            title = song ?? artist ?? title
        } else if title.hasSuffix(" -") {
            title = Self.text(String(title.dropLast(2))) ?? title
        }
    }
}

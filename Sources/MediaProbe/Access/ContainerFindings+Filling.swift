internal import PlayerCore

extension ContainerFindings {
    /// Where this has nothing, what another tag of the same file says.
    func filled(from other: ContainerFindings) -> ContainerFindings {
        var result = self
        result.fields = fields.filled(from: other.fields)
        result.tags = tags.filled(from: other.tags)
        result.artwork = artwork ?? other.artwork
        if chapters.isEmpty { result.chapters = other.chapters }
        result.problems = other.problems + problems
        return result
    }
}

extension MediaTags {
    /// Where this has nothing, what another tag says in what ``ContainerFindings/tags`` holds.
    func filled(from other: MediaTags) -> MediaTags {
        var result = self
        if albumArtists.isEmpty { result.albumArtists = other.albumArtists }
        if composers.isEmpty { result.composers = other.composers }
        if comments.isEmpty { result.comments = other.comments }
        result.lyrics = lyrics ?? other.lyrics
        result.trackNumber = trackNumber ?? other.trackNumber
        result.discNumber = discNumber ?? other.discNumber
        result.beatsPerMinute = beatsPerMinute ?? other.beatsPerMinute
        return result
    }
}

extension MediaDetails.Fields {
    /// Where this has nothing, what another tag says in the fields that tags have.
    func filled(from other: MediaDetails.Fields) -> MediaDetails.Fields {
        var result = self
        result.title = title ?? other.title
        result.subtitle = subtitle ?? other.subtitle
        result.description = description ?? other.description
        result.genre = genre ?? other.genre
        result.language = language ?? other.language
        result.artist = artist ?? other.artist
        result.album = album ?? other.album
        result.date = date ?? other.date
        return result
    }
}

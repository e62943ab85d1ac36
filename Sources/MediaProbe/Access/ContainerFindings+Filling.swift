internal import PlayerCore

extension ContainerFindings {
    /// Where this has nothing, what another tag of the same file says.
    func filled(from other: ContainerFindings) -> ContainerFindings {
        var result = self
        result.fields = fields.filled(from: other.fields)
        result.artwork = artwork ?? other.artwork
        if chapters.isEmpty { result.chapters = other.chapters }
        result.problems = other.problems + problems
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

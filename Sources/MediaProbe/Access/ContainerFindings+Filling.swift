internal import PlayerCore

extension ContainerFindings {
    /// Fills missing values from another tag of the same file.
    func filled(from other: ContainerFindings) -> ContainerFindings {
        var result = self
        result.fields.fill(from: other.fields)
        result.tags = tags.filled(from: other.tags)
        result.artwork = artwork ?? other.artwork
        if chapters.isEmpty { result.chapters = other.chapters }
        result.problems = other.problems + problems
        return result
    }
}

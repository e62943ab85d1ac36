/// What was found out about a URI without playing it.
public struct InspectedItem: Hashable, Sendable {
    public var description: MediaDescription
    public var duration: MediaTime?
    /// The container's name, as the engine calls it.
    public var container: String?
    /// The picture of the whole where it is inside the resource: no description can name it.
    public var embeddedArtwork: EmbeddedImage?
    /// What could not be read, in sentences.
    public var problems: [String]

    public init(
        description: MediaDescription, duration: MediaTime?, container: String?, embeddedArtwork: EmbeddedImage? = nil,
        problems: [String] = []
    ) {
        self.description = description
        self.duration = duration
        self.container = container
        self.embeddedArtwork = embeddedArtwork
        self.problems = problems
    }

    /// The languages that the chapters have titles in, BCP 47, in the order in which they first appear.
    public var locales: [String] { ChapterList(description.details?.fields.chapters ?? []).locales }
}

/// What inspecting a URI found without playing it.
public struct InspectedItem: Hashable, Sendable {
    public var description: MediaDescription
    public var duration: MediaTime?
    /// The engine's name of the container.
    public var container: String?
    /// The audio, video and subtitle tracks of its container, as far as they are known, and the subtitle files beside
    /// it.
    public var tracks: [ContainerTrack]
    /// The picture of the item if it is inside the resource, where no description can name it.
    public var embeddedArtwork: EmbeddedImage?
    /// What could not be read, in sentences.
    public var problems: [String]

    public init(
        description: MediaDescription, duration: MediaTime?, container: String?, tracks: [ContainerTrack] = [],
        embeddedArtwork: EmbeddedImage? = nil, problems: [String] = []
    ) {
        self.description = description
        self.duration = duration
        self.container = container
        self.tracks = tracks
        self.embeddedArtwork = embeddedArtwork
        self.problems = problems
    }

    /// The languages of the chapter titles, BCP 47, in order of first occurrence.
    public var locales: [String] { ChapterList(description.details?.fields.chapters ?? []).locales }
}

/// A track as mediad's own reader of containers found it: GStreamer does not tell all of that.
public struct ContainerTrack: Hashable, Sendable {
    /// As the container numbers it: what GStreamer's names of streams end with.
    public var number: UInt64
    public var kind: MediaTrack.Kind
    /// BCP 47, `und` if undetermined.
    public var language: String
    public var title: String?
    public var traits: TrackTraits

    public init(
        number: UInt64, kind: MediaTrack.Kind, language: String = "und", title: String? = nil, traits: TrackTraits = []
    ) {
        self.number = number
        self.kind = kind
        self.language = language
        self.title = title
        self.traits = traits
    }
}

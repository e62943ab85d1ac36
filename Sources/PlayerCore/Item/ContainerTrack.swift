/// A track as mediad's container reader found it. GStreamer does not report all of this.
public struct ContainerTrack: Hashable, Sendable {
    /// The number of the track in the container, with which GStreamer's stream names end.
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

/// What was found out about a URI without playing it.
public struct InspectedItem: Hashable, Sendable {
    public var description: MediaDescription
    public var duration: MediaTime?
    /// The container's name, as the engine calls it.
    public var container: String?

    public init(description: MediaDescription, duration: MediaTime?, container: String?) {
        self.description = description
        self.duration = duration
        self.container = container
    }
}

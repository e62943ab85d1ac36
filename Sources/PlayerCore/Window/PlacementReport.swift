/// What became of a request to place the window, read back from the window manager.
public struct PlacementReport: Sendable, Hashable {
    public let placement: WindowPlacement
    /// In the order of their declaration; empty when everything was done.
    public let shortfalls: [PlacementShortfall]
    /// Where the picture is, without what is drawn around it; nil when the window is not on the screen.
    public let geometry: WindowRect?

    /// Whether the window manager really did it.
    public var isHonoured: Bool { shortfalls.isEmpty }

    public init(_ placement: WindowPlacement, _ shortfalls: Set<PlacementShortfall>, _ geometry: WindowRect?) {
        self.placement = placement
        self.shortfalls = PlacementShortfall.allCases.filter(shortfalls.contains)
        self.geometry = geometry
    }
}

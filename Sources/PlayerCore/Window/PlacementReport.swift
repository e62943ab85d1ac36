/// The result of a request to place the window, read back from the window manager.
public struct PlacementReport: Sendable, Hashable {
    public let placement: WindowPlacement
    /// In the order of their declaration; empty if the request was fulfilled.
    public let shortfalls: [PlacementShortfall]
    /// The frame of the picture, without decoration; nil if the window is not on the screen.
    public let geometry: WindowRect?

    /// Whether the window manager fulfilled the request.
    public var isHonoured: Bool { shortfalls.isEmpty }

    public init(_ placement: WindowPlacement, _ shortfalls: Set<PlacementShortfall>, _ geometry: WindowRect?) {
        self.placement = placement
        self.shortfalls = PlacementShortfall.allCases.filter(shortfalls.contains)
        self.geometry = geometry
    }
}

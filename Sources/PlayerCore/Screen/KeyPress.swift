/// A key that was pressed in the window, or repeats because it is held.
public struct KeyPress: Sendable, Hashable {
    /// The name of its keysym, as shown by `xev`: `space`, `Left`, `Return`, `Escape`, `f`, `C`, `XF86AudioPlay`.
    public let name: String
    public let modifiers: KeyModifiers

    public init(name: String, modifiers: KeyModifiers) {
        self.name = name
        self.modifiers = modifiers
    }
}

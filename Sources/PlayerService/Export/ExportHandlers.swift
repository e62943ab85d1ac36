internal import DBusKit
public import PlayerCore

/// The handlers of export requests. Each must call its completion exactly once, on the bus loop.
public struct ExportHandlers: Sendable {
    /// Checks whether an export is possible. Returns the reason if it is not, and what to do next.
    public typealias Check =
        @Sendable (ExportOrder, _ completion: @escaping @Sendable @BusActor (String?) -> Void) -> Void
    /// Returns the presets for an item with audio, with video, or with both.
    public typealias Presets =
        @Sendable (
            _ hasVideo: Bool, _ hasAudio: Bool, _ completion: @escaping @Sendable @BusActor ([String]) -> Void
        ) -> Void

    public var check: Check
    public var presets: Presets

    public init(check: @escaping Check, presets: @escaping Presets) {
        self.check = check
        self.presets = presets
    }
}

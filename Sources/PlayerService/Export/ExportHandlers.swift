internal import DBusKit
public import PlayerCore

/// Where calls about exports go, in a daemon that makes them; each completion is to be called once, on the bus loop.
public struct ExportHandlers: Sendable {
    /// Looks whether such a file can be made at all; answers why not, and what to do next.
    public typealias Check =
        @Sendable (ExportOrder, _ completion: @escaping @Sendable @BusActor (String?) -> Void) -> Void
    /// What a machine can make of an item with sound, with pictures, or with both.
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

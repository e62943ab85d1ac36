internal import GLibLoop
internal import PlayerCore

/// What is drawn into the window.
@MediaActor
struct EngineScreen {
    /// The window that video is drawn into.
    let surface: any PictureSurface
    let cards: CardRenderer
    let artwork: ArtworkRenderer
    /// Draws text subtitles.
    let lines = SubtitleScreen()
    /// The style of subtitles.
    var style = SubtitleStyle()
    /// The size of the window in pixels; nil before it is known.
    var size: (width: Int, height: Int)?
    /// Whether the picture fills the window, cut at two sides.
    var isFilled = false

    init(_ surface: any PictureSurface, framed: @escaping @MediaActor (WindowRect?) -> Void) {
        self.surface = surface
        cards = CardRenderer(framed: framed)
        artwork = ArtworkRenderer(surface: surface)
    }
}

/// What the core wants of the output.
struct WantedPlayback: Hashable, Sendable {
    var isPlaying = false
    var volume = 1.0
    /// The volume of the sound that waits in the device while the output is paused.
    var volumeWhenPaused = 1.0
    /// How much later than the picture the sound is heard.
    var soundDelay = MediaTime.zero
}

/// What the choice of sinks depends on.
struct SinkSurroundings: Sendable {
    /// The environment of the process.
    let environment: [String: String]
    let soundDevices = SoundDeviceSearch()
}

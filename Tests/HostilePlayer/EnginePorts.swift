public import PlayerEngine
public import PlayerRuntime

// As in mediad: the engine does what the runtime asks of it, and neither knows the other.
extension PlaybackEngine: EnginePort {}
extension MediaReader: ReadingPort {}

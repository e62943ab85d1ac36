internal import CPulse

extension Workaround {
    /// See errors.c of `CPulse`.
    static let audioDeadlock = Workaround("reports from a locked sink", in: .gstreamer)
    /// See events.c of `CPulse`.
    static let deviceEvents = Workaround("leaks of a device provider", in: .gstreamer)
    /// See mainloops.c of `CPulse`.
    static let lostLoop = Workaround("shared loop of PulseAudio sinks", in: .gstreamer)
    /// See streams.c of `CPulse`.
    static let dontMove = Workaround("streams that move to another device", in: .gstreamer)
}

/// The calls of GStreamer's PulseAudio plugin that this process replaces by its own: the C part of this room. Each of its files
/// has a head like those of the files here.
package enum PulseCalls {
    /// Passes on unchanged what the library that runs needs no replacement for.
    package static func leaveOutWhatIsNotNeeded() {
        cpulse_set_on(CPULSE_REPORTS, Workaround.audioDeadlock.isOn)
        cpulse_set_on(CPULSE_EVENTS, Workaround.deviceEvents.isOn)
        cpulse_set_on(CPULSE_LOOPS, Workaround.lostLoop.isOn)
        cpulse_set_on(CPULSE_STREAMS, Workaround.dontMove.isOn)
    }

    /// Sets whether streams that are opened from now on end with their device instead of being moved to another one.
    package static func holdStreams(_ areHeld: Bool) { cpulse_hold_streams(areHeld) }

    /// Whether a message of GStreamer's says that the server ended a stream, in whatever language libpulse speaks.
    package static func isKilled(_ message: String) -> Bool { cpulse_is_killed(message) }
}

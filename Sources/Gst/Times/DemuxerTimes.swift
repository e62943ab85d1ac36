internal import CGStreamer
internal import GstWorkarounds

/// Corrects the times of demuxers, for playback and for pictures alike: a picture of a moment is the one that is seen then.
enum DemuxerTimes {
    /// Attaches to an element of a source; each correction does nothing to other elements than its own. Those of MP4 depend on
    /// what the packets are for, see ``MovieEdits``.
    static func correct(_ element: UnsafeMutablePointer<GstElement>) {
        TransportStreamStart.attach(to: element)
        TransportStreamEnd.attach(to: element)
        ProgramStreamTimes.attach(to: element)
        FlashStart.attach(to: element)
        FlashGaps.attach(to: element)
        AUSegments.attach(to: element)
    }
}

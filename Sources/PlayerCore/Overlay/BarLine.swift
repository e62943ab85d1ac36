/// The line of the transport bar: from shares of it to positions of the item, and back.
///
/// It shows displayed time. For a live stream it shows the seekable window.
struct BarLine {
    /// The displayed time at its start.
    let start: MediaTime
    /// Longer than zero.
    let length: MediaTime
    let isLive: Bool
    private let display: DisplayTimeline

    /// Nil if the item has no length.
    init?(_ scene: Scene) {
        let snapshot = scene.published.snapshot
        display = snapshot.segments.display
        isLive = snapshot.live.isLive
        if isLive {
            guard let window = snapshot.live.seekable else { return nil }
            (start, length) = (window.start, window.duration)
        } else {
            guard let duration = scene.facts.duration else { return nil }
            (start, length) = (.zero, display.display(duration))
        }
        guard length > .zero else { return nil }
    }

    /// The share of a displayed time; may lie outside the line.
    func share(ofDisplayed time: MediaTime) -> Double {
        Double((time - start).nanoseconds) / Double(length.nanoseconds)
    }

    /// The share of a position; may lie outside the line.
    func share(of position: MediaTime) -> Double {
        share(ofDisplayed: isLive ? position : display.display(position))
    }

    /// The displayed time at a share.
    func displayed(at share: Double) -> MediaTime {
        let offset = Int64((Double(length.nanoseconds) * min(1, max(0, share))).rounded())
        return start + MediaTime(nanoseconds: min(offset, length.nanoseconds))
    }

    /// The position at a share.
    func media(at share: Double) -> MediaTime {
        let time = displayed(at: share)
        return isLive ? time : display.media(time)
    }
}

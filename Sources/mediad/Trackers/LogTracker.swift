internal import Logging
internal import PlayerCore

/// Logs the events of an item at level debug.
final class LogTracker: PlayerItemTracker {
    private let item: ItemID
    private let logger: Logger

    init(item: ItemID, logger: Logger) {
        self.item = item
        self.logger = logger
    }

    func receive(_ update: TrackerUpdate) {
        switch update {
        case .metadata, .properties: break
        case .enabled(let properties): say("plays", properties.position)
        case .timed(let event):
            switch event.kind {
            case .entered(let range): say("entered range \(range.className) \(range.id ?? "")", event.position)
            case .left(let range): say("left range \(range.className) \(range.id ?? "")", event.position)
            case .tagged(let tags): say("new title: \(tags.title ?? "")", event.position)
            case .enteredSegment(let segment): say("entered \(segment.kind.rawValue)", event.position)
            case .leftSegment(let segment): say("left \(segment.kind.rawValue)", event.position)
            case .skippedSegment(let segment, _, let to):
                say("skipped \(segment.kind.rawValue) to \(to.seconds) s", event.position)
            case .chapter(let chapter, let number): say("chapter \(number) \(chapter.title)", event.position)
            }
        case .metric(let event): say(Self.describe(event.kind), event.position)
        case .disabled(let properties):
            let total = properties.total
            say(
                "ended: \(total.played.seconds) s played, \(total.stalls) stalls (\(total.stalled.seconds) s), "
                    + "\(total.seeks) seeks, \(total.droppedFrames) frames dropped", properties.position)
        }
    }

    private func say(_ text: String, _ position: MediaTime) {
        logger.debug("item \(item.rawValue) at \(position.seconds) s: \(text)")
    }

    private static func describe(_ kind: MetricEvent.Kind) -> String {
        switch kind {
        case .startUp(let waited, let preparation):
            "started after \(waited.seconds) s"
                + (preparation.map { ", prepared in \($0.seconds) s" } ?? "")
        case .stall: "stalls"
        case .resume(let time): "continues after \(time.seconds) s"
        case .seek(let from, let to, let took): "seek from \(from.seconds) s to \(to.seconds) s took \(took.seconds) s"
        case .rate(let from, let to): "rate \(from) → \(to)"
        case .framesDropped(let total, let increment): "\(increment) frames dropped, \(total) in all"
        case .failure(let fault): "failed: \(fault.message)"
        }
    }
}

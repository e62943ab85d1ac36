internal import DBusKit
internal import PlayerCore

/// The D-Bus values of the current item's segments, created once for each list; see ``ChapterValues``.
struct SegmentValues {
    private(set) var segments = SegmentWriter.segments([])
    private(set) var policies = SegmentWriter.policies([:])
    private var revision: UInt64?

    /// Updates the values for another snapshot.
    mutating func update(_ snapshot: SegmentSnapshot) {
        guard snapshot.revision != revision else { return }
        revision = snapshot.revision
        segments = SegmentWriter.segments(snapshot.segments)
        policies = SegmentWriter.policies(snapshot.policies)
    }
}

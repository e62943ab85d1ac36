internal import DBusKit
internal import PlayerCore

/// `org.mediad.Lyrics1`: the words of the current item, and the line that is sung.
@BusActor
final class LyricsAdapter: BusAdapter {
    private let player: PlayerView
    /// The last shown lines, created once for each song.
    private var lines: DBusValue = .array("(xs)", [])
    private var revision: UInt64?

    init(_ player: PlayerView) { self.player = player }

    func begin(with snapshot: PlayerSnapshot) { update(snapshot.lyrics) }

    func follow(_ change: SnapshotChange) -> AdapterAnnouncement {
        update(change.new.lyrics)
        return AdapterAnnouncement()
    }

    private func update(_ snapshot: LyricsSnapshot) {
        guard snapshot.revision != revision else { return }
        revision = snapshot.revision
        lines = .array(
            "(xs)",
            snapshot.lyrics.lines.map { line in
                .structure([.int64(line.start.microseconds), .string(BusText.cut(line.text, Self.longestLine))])
            })
    }

    /// In bytes.
    private static let longestLine = 1_000
    private static let longestText = 64_000

    func signals(for notice: PlayerNotice) -> [AdapterSignal] {
        guard case .timedMetadata(.lyric(let index)) = notice else { return [] }
        return [AdapterSignal("CurrentChanged", Self.number(index))]
    }

    private static func number(_ index: Int?) -> DBusValue { .int32(index.map { Int32(clamping: $0) } ?? -1) }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.Lyrics1", methods: [],
            properties: [
                BusProperty("Lines", "a(xs)") { [self] in lines },
                BusProperty("Current", "i") { [self] in Self.number(player.snapshot.lyrics.current) },
                BusProperty("Plain", "s") { [self] in
                    .string(BusText.cut(player.snapshot.lyrics.lyrics.plain, Self.longestText))
                },
            ],
            signals: [BusSignal("CurrentChanged", [BusArgument("index", "i")])])
    }
}

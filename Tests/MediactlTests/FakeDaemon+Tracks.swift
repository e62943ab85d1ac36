import DBusKit

@testable import mediactl

extension FakeDaemon {
    /// `Tracks1`: its tracks are selected as the daemon's would be.
    var tracks: BusInterface {
        BusInterface(
            DaemonInterface.tracks.rawValue,
            methods: [
                selecting("SelectAudio", BusArgument("id", "u")) { $0.selected.audio = $1 },
                selecting("SelectSubtitles", BusArgument("id", "i")) { $0.selected.subtitles = $1 },
                recorded("AddSubtitles", [BusArgument("uri", "s")]),
            ],
            properties: [
                BusProperty("Audio", "a(usa{sv})") { [weak self] in
                    Self.list(self?.languages.audio ?? [], selected: self?.selected.audio, ["default": true])
                },
                BusProperty("Subtitles", "a(usa{sv})") { [weak self] in
                    Self.list(self?.languages.subtitles ?? [], selected: self?.selected.subtitles)
                },
                BusProperty("Video", "a(usa{sv})") { .array("(usa{sv})", []) },
                setting("SubtitleDelay", .int64(500_000)), setting("SubtitleScale", .double(1)),
            ])
    }

    private func selecting(
        _ name: String, _ id: BusArgument, _ select: @escaping @BusActor (FakeDaemon, Int32) -> Void
    ) -> BusMethod {
        BusMethod(name, in: [id]) { [weak self] arguments throws(DBusError) in
            let number = arguments[0].asInt64 ?? -1
            self?.record("\(name) [\(number)]")
            if let self { select(self, Int32(clamping: number)) }
            return []
        }
    }

    /// - Parameter first: the extras of the first track.
    private static func list(
        _ languages: [String], selected: Int32?, _ first: [String: DBusValue] = [:]
    ) -> DBusValue {
        .array(
            "(usa{sv})",
            languages.enumerated().map { id, language in
                var extras = id == 0 ? first : [:]
                extras["selected"] = .boolean(selected == Int32(id))
                return .structure([.uint32(UInt32(id)), .string(language), .properties(extras)])
            })
    }
}

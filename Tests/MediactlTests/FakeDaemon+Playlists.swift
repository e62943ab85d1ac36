import DBusKit

@testable import mediactl

extension FakeDaemon {
    /// `Playlists`: three of them, the second is the queue; reversed as asked, in no other order.
    var playlistsInterface: BusInterface {
        return BusInterface(
            DaemonInterface.playlists.rawValue,
            methods: [
                BusMethod(
                    "GetPlaylists",
                    in: [
                        BusArgument("Index", "u"), BusArgument("MaxCount", "u"), BusArgument("Order", "s"),
                        BusArgument("ReverseOrder", "b"),
                    ], out: [BusArgument("Playlists", "a(oss)")]
                ) { [weak self] arguments throws(DBusError) in
                    let all = self?.playlistValues ?? []
                    return [.array("(oss)", arguments[3].asBool == true ? all.reversed() : all)]
                },
                BusMethod("ActivatePlaylist", in: [BusArgument("PlaylistId", "o")]) {
                    [weak self] arguments throws(DBusError) in
                    self?.record("ActivatePlaylist \(arguments[0].asObjectPath ?? "")")
                    return []
                },
            ],
            properties: [
                BusProperty("ActivePlaylist", "(b(oss))") { [weak self] in
                    .structure([true, self?.playlistValues[1] ?? .structure([.objectPath("/"), "", ""])])
                }
            ])
    }
    private var playlistValues: [DBusValue] {
        playlistNames.enumerated().map { index, name in
            .structure([.objectPath("/org/mediad/playlist/\(index)"), .string(name), ""])
        }
    }
}

import DBusKit

@testable import mediactl

extension FakeDaemon {
    private static let names = ["Evening", "Morning", "Mornings in June"]

    /// `Playlists`: three of them, the second is the queue; reversed as asked, in no other order.
    var playlistsInterface: BusInterface {
        let all = Self.names.enumerated().map { index, name in
            DBusValue.structure([.objectPath("/org/mediad/playlist/\(index)"), .string(name), ""])
        }
        return BusInterface(
            DaemonInterface.playlists.rawValue,
            methods: [
                BusMethod(
                    "GetPlaylists",
                    in: [
                        BusArgument("Index", "u"), BusArgument("MaxCount", "u"), BusArgument("Order", "s"),
                        BusArgument("ReverseOrder", "b"),
                    ], out: [BusArgument("Playlists", "a(oss)")]
                ) { arguments throws(DBusError) in
                    [.array("(oss)", arguments[3].asBool == true ? all.reversed() : all)]
                },
                BusMethod("ActivatePlaylist", in: [BusArgument("PlaylistId", "o")]) {
                    [weak self] arguments throws(DBusError) in
                    self?.record("ActivatePlaylist \(arguments[0].asObjectPath ?? "")")
                    return []
                },
            ],
            properties: [BusProperty("ActivePlaylist", "(b(oss))") { .structure([true, all[1]]) }])
    }
}

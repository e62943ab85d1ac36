import DBusKit
import MediaProbe
import PlayerCore

/// What plays after the current item.
struct NextItem {
    /// The title, else what the name of the file says, else that name.
    let name: String
    let uri: String?
    /// Its number in the queue, from 1; nil if it is not in the queue.
    let number: UInt32?

    /// Nil if nothing follows, if the current item repeats, or if the order is not known.
    ///
    /// - Parameter proposal: the properties of `Proposal1`; what is proposed has precedence over the queue.
    init?(
        _ daemon: DaemonConnection, player: [String: DBusValue], queue: [String: DBusValue]?,
        proposal: [String: DBusValue]?
    ) throws(Failure) {
        guard player["LoopStatus"]?.asString != "Track", let queue else { return nil }
        let proposed = proposal?["Proposal"]?.asDictionary ?? [:]
        let isProposed = !["none", "rejected"].contains(proposal?["State"]?.asString ?? "none")
        let reader = try QueueReader(daemon)
        for index in Self.indices(queue, player) {
            guard let item = try reader.items(index + 1...index + 1).first else { break }
            // An item that failed is passed over.
            guard item.problem == nil else { continue }
            let uri = item.fields["uri"]?.asString
            guard !isProposed || proposed["uri"] == nil || proposed["uri"]?.asString == uri else { break }
            (name, self.uri, number) = (item.title, uri, index + 1)
            return
        }
        guard isProposed, let uri = proposed["uri"]?.asString else { return nil }
        let title = proposed["title"]?.asString ?? ""
        name = title.isEmpty ? MediaName(uri: uri)?.text ?? URIText.name(of: uri) : title
        (self.uri, number) = (uri, nil)
    }

    var json: JSONValue {
        .members([
            "title": .string(name), "uri": uri.map { .string($0) }, "number": number.map { .integer(Int64($0)) },
        ])
    }

    /// Items that failed are passed over, up to so many.
    private static let mostFailed = 5

    /// The indices of the entries that follow, in the order of play; empty if there is none, or a daemon without `Order` shuffles.
    static func indices(_ queue: [String: DBusValue], _ player: [String: DBusValue]) -> [UInt32] {
        guard let count = queue["Length"]?.asUInt32, count > 1, let current = queue["CurrentIndex"]?.asInt64,
            current >= 0
        else { return [] }
        let isShuffled = player["Shuffle"]?.asBool == true
        var order = (queue["Order"]?.asArray ?? []).compactMap(\.asUInt32)
        if order.count != Int(count) {
            guard !isShuffled else { return [] }
            order = Array(0..<count)
        }
        guard let place = order.firstIndex(of: UInt32(clamping: current)) else { return [] }
        var following = Array(order[(place + 1)...].prefix(mostFailed))
        // A shuffled round is drawn again when it is over.
        if player["LoopStatus"]?.asString == "Playlist", !isShuffled {
            following += order[..<place].prefix(mostFailed - following.count)
        }
        return following
    }
}

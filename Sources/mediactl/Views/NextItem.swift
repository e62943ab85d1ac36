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
        if let index = Self.index(queue, player) {
            let item = try QueueReader(daemon).items(index + 1...index + 1).first
            let uri = item?.fields["uri"]?.asString
            if let item, !isProposed || proposed["uri"] == nil || proposed["uri"]?.asString == uri {
                (name, self.uri, number) = (item.title, uri, index + 1)
                return
            }
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

    /// The index of the next entry of the queue; nil if there is none, or a daemon without `Order` shuffles.
    static func index(_ queue: [String: DBusValue], _ player: [String: DBusValue]) -> UInt32? {
        guard let count = queue["Length"]?.asUInt32, count > 1, let current = queue["CurrentIndex"]?.asInt64,
            current >= 0
        else { return nil }
        let repeats = player["LoopStatus"]?.asString == "Playlist"
        let order = (queue["Order"]?.asArray ?? []).compactMap(\.asUInt32)
        guard player["Shuffle"]?.asBool != true || !order.isEmpty else { return nil }
        guard order.count == Int(count), let place = order.firstIndex(of: UInt32(clamping: current)) else {
            let next = UInt32(clamping: current + 1)
            return next < count ? next : repeats ? 0 : nil
        }
        // A shuffled round is drawn again when it is over.
        if place + 1 == order.count { return repeats && player["Shuffle"]?.asBool != true ? order.first : nil }
        return order[place + 1]
    }
}

internal import DBusKit
internal import PlayerCore

extension PlayerBus {
    /// `org.mpris.MediaPlayer2.TrackList`: the window around the current item.
    func trackListInterface() -> BusInterface {
        BusInterface(
            MPRISName.trackList,
            methods: [
                BusMethod(
                    "GetTracksMetadata", in: [BusArgument("TrackIds", "ao")], out: [BusArgument("Metadata", "aa{sv}")]
                ) { [weak self] (arguments: [DBusValue]) throws(DBusError) in
                    [.propertyLists(self?.metadata(of: arguments[0].asArray ?? []) ?? [])]
                },
                BusMethod(
                    "AddTrack",
                    in: [BusArgument("Uri", "s"), BusArgument("AfterTrack", "o"), BusArgument("SetAsCurrent", "b")],
                    answering: { [weak self] call in self?.addTrack(call) }),
                BusMethod(
                    "RemoveTrack", in: [BusArgument("TrackId", "o")],
                    answering: { [weak self] call in
                        guard let self, let id = call.arguments[0].asObjectPath.flatMap(TrackPath.id) else {
                            return call.reply.succeed()
                        }
                        performQuietly(.remove([id]), call.reply)
                    }),
                BusMethod(
                    "GoTo", in: [BusArgument("TrackId", "o")],
                    answering: { [weak self] call in
                        guard let self, let id = call.arguments[0].asObjectPath.flatMap(TrackPath.id) else {
                            return call.reply.succeed()
                        }
                        performQuietly(.goTo(id), call.reply)
                    }),
            ],
            properties: [
                BusProperty("Tracks", "ao", emitsChange: .invalidates) { [weak self] in
                    .objectPaths(self?.window.items.map { TrackPath.path(of: $0.id) } ?? [])
                },
                BusProperty("CanEditTracks", "b") { true },
            ],
            signals: [
                BusSignal("TrackListReplaced", [BusArgument("Tracks", "ao"), BusArgument("CurrentTrack", "o")]),
                BusSignal("TrackAdded", [BusArgument("Metadata", "a{sv}"), BusArgument("AfterTrack", "o")]),
                BusSignal("TrackRemoved", [BusArgument("TrackId", "o")]),
                BusSignal("TrackMetadataChanged", [BusArgument("TrackId", "o"), BusArgument("Metadata", "a{sv}")]),
            ])
    }

    /// Unknown ids are left out: they may have been removed a moment ago.
    private func metadata(of paths: [DBusValue]) -> [[String: DBusValue]] {
        let wanted = paths.prefix(1_000).compactMap { $0.asObjectPath.flatMap(TrackPath.id) }
        var known = Dictionary(uniqueKeysWithValues: window.items.map { ($0.id, $0) })
        let missing = Set(wanted).subtracting(known.keys)
        // The queue is walked once, however many are looked for.
        if !missing.isEmpty {
            for item in snapshot.items where missing.contains(item.id) { known[item.id] = item }
        }
        let found = wanted.compactMap { known[$0] }
        lookedAt(found)
        return found.map(metadata)
    }

    private func metadata(of item: QueueItem) -> [String: DBusValue] {
        MetadataWriter.queued(item, in: snapshot, chapters: chapterValues.lines)
    }

    private func addTrack(_ call: BusCall) {
        guard let text = call.arguments[0].asString, let after = call.arguments[1].asObjectPath,
            let isCurrent = call.arguments[2].asBool
        else { return }
        do throws(DBusError) {
            let uri = try MediaURI.normalised(text, schemes: options.supportedSchemes)
            if after == MPRISName.noTrack {
                perform(.addTrack(uri, after: nil, makeCurrent: isCurrent), call.reply)
            } else {
                // An id that is no item's appends, like the id of an item that is gone.
                let id = TrackPath.id(of: after) ?? ItemID(rawValue: .max)
                perform(.addTrack(uri, after: id, makeCurrent: isCurrent), call.reply)
            }
        } catch {
            call.reply.fail(error)
        }
    }

    func emitTrackList(_ change: TrackWindow.Change) {
        func emit(_ member: String, _ arguments: [DBusValue]) {
            self.emit(Self.mprisPath, MPRISName.trackList, member, arguments)
        }
        func path(_ id: ItemID?) -> DBusValue { .objectPath(id.map(TrackPath.path) ?? MPRISName.noTrack) }

        if change.isReplaced {
            emit(
                "TrackListReplaced",
                [.objectPaths(window.items.map { TrackPath.path(of: $0.id) }), path(snapshot.current?.id)])
        }
        for id in change.removed { emit("TrackRemoved", [path(id)]) }
        for (item, after) in change.added {
            emit("TrackAdded", [.properties(metadata(of: item)), path(after)])
        }
        for item in change.changed {
            emit("TrackMetadataChanged", [path(item.id), .properties(metadata(of: item))])
        }
    }
}

internal import DBusKit
internal import GLibLoop
internal import Gst
internal import MediaExport
internal import PlayerCore
internal import PlayerEngine
internal import PlayerRuntime
internal import PlayerService

/// Carries the requests of the bus objects to the parts that handle them, and the results back to the bus loop.
extension DaemonParts {
    @BusActor
    static func handlers(
        media: MediaParts, requests: DaemonRequests, playlists: PlaylistFolders, books: BookShelf,
        playlistPlayed: @escaping @Sendable (String) -> Void
    ) -> PlayerBus.Handlers {
        let (player, reader) = (media.loop, media.reader)
        return PlayerBus.Handlers(
            perform: { command, origin, completion in
                MediaActor.post {
                    player.perform(command, from: origin) { result in BusActor.post { completion(result) } }
                }
            },
            inspect: { uri, completion in
                MediaActor.post {
                    reader.inspect(uri) { result in BusActor.post { completion(result) } }
                }
            },
            image: { source, origin, completion in
                MediaActor.post {
                    reader.image(source, namedBy: origin) { result in BusActor.post { completion(result) } }
                }
            },
            reloadConfiguration: { completion in
                requests.reload { result in BusActor.post { completion(result) } }
            },
            quit: { requests.quit() },
            screenshot: { path, overwrites, completion in
                MediaActor.post {
                    media.saveStill(to: path, overwrites: overwrites) { result in
                        let result = result.mapError { PictureRefusal($0.message) }
                        BusActor.post { completion(result) }
                    }
                }
            }, queue: queue(playlists, books), playlistPlayed: playlistPlayed)
    }

    /// Searches, sorts and saves the queue of a snapshot beside the loops: it may have 500,000 items.
    private static func queue(_ playlists: PlaylistFolders, _ books: BookShelf) -> QueueHandlers {
        let work = WorkQueue(label: "mediad.queue", width: 1, patience: 30)
        return QueueHandlers(
            books: { books.folders },
            find: { words, snapshot, completion in
                work.run {
                    let found = QueueSearch(words).indices(in: snapshot)
                    BusActor.post { completion(found) }
                }
            },
            sort: { field, snapshot, completion in
                work.run {
                    let ids = QueueSorting(field).ids(of: snapshot)
                    BusActor.post { completion(ids) }
                }
            },
            unread: { field, snapshot, completion in
                work.run {
                    let count = QueueSorting(field).unread(in: snapshot)
                    BusActor.post { completion(count) }
                }
            },
            save: { name, snapshot, replaces, completion in
                playlists.save(name, snapshot, replaces: replaces) { result in BusActor.post { completion(result) } }
            },
            append: { name, snapshot, completion in
                playlists.append(snapshot, to: name) { result in BusActor.post { completion(result) } }
            })
    }

    /// Tells the player what the machine does. It has paused, and its position is on its way to the journal, when it is
    /// ready.
    static func machine(_ player: PlayerLoop) -> MachineSleep.Tell {
        { event, completion in
            MediaActor.post {
                player.tell(.machine(event))
                if event == .fallsAsleep { player.writeDown() }
                BusActor.post { completion() }
            }
        }
    }

    @BusActor
    static func exporting(by exports: ExportHost, _ player: PlayerLoop) -> ExportHandlers {
        ExportHandlers(
            check: { order, completion in
                exports.check(order) { refusal in BusActor.post { completion(refusal) } }
            },
            presets: { hasVideo, hasAudio, completion in
                // The first call reads files.
                SideThread.run("presets") {
                    let targets = EncodingTarget.usable(hasVideo: hasVideo, hasAudio: hasAudio)
                    MediaActor.post {
                        let current = player.snapshot.current
                        let tracks = player.snapshot.tracks
                        let presets =
                            current?.description.parts.isEmpty == false
                            ? []
                            : ExportPresets.available(
                                for: current?.description.uri ?? "", hasVideo: hasVideo, hasAudio: hasAudio,
                                codecs: (tracks.video + tracks.audio).compactMap(\.codec), lines: current?.lines,
                                targets: targets)
                        BusActor.post { completion(presets) }
                    }
                }
            })
    }

    @BusActor
    static func pictures(by host: PictureHost) -> PictureHandlers {
        PictureHandlers(
            thumbnail: { source, time, width, exact, completion in
                let ticket = PictureTicket()
                let request = PictureRequest(
                    uri: source.uri, duration: source.duration, time: time, width: width, exact: exact)
                host.thumbnail(request, ticket) { result in
                    let result = result.mapError { PictureRefusal($0.message) }
                    BusActor.post { completion(result) }
                }
                return { ticket.cancel() }
            },
            storyboard: { source, count, width, completion in
                let ticket = PictureTicket()
                let request = PictureRequest(uri: source.uri, duration: source.duration, width: width)
                host.storyboard(request, count: count, ticket) { result in
                    let result = result.mapError { PictureRefusal($0.message) }
                    BusActor.post { completion(result) }
                }
                return { ticket.cancel() }
            })
    }

    @BusActor
    static func history(of library: Library, player: PlayerLoop) -> HistoryHandlers {
        HistoryHandlers(
            read: { offset, count, completion in
                library.perform {
                    let entries = await library.history(offset: offset, count: count)
                    BusActor.post { completion(entries) }
                }
            },
            resume: { uri, completion in resume(uri, library, player) { result in BusActor.post { completion(result) } }
            },
            forget: { uri, completion in
                library.forget(uri) { isKnown in BusActor.post { completion(isKnown) } }
            },
            importFolder: { folder, completion in
                MediaActor.post {
                    // mpv names its files after a hash of the path: items in the queue can be recognised.
                    let known = player.snapshot.items.map(\.description.uri)
                    library.importWatchLater(folder, known: known) { imported, problems in
                        BusActor.post { completion(imported, problems) }
                    }
                }
            })
    }

    /// Plays a URI from the position where it was left.
    private static func resume(
        _ uri: String, _ library: Library, _ player: PlayerLoop,
        _ completion: @escaping @Sendable (Result<MediaTime, CommandRefusal>) -> Void
    ) {
        library.resumePoint(of: uri) { found in
            guard let (recollection, queue) = found else {
                return completion(
                    .failure(.notFound("The history does not contain \(uri): play it from the start.")))
            }
            MediaActor.post {
                completion(
                    player.perform(.resume(uri, recollection, from: queue), from: .person).map { reply in
                        if case .position(let position) = reply { position } else { recollection.resume.position }
                    })
            }
        }
    }
}

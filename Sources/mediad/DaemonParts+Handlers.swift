internal import DBusKit
internal import Gst
internal import MediaExport
internal import PlayerCore
internal import PlayerEngine
internal import PlayerService

/// What the faces on the bus ask for, carried to whom it concerns and back to the bus loop.
extension DaemonParts {
    @BusActor
    static func handlers(
        player: PlayerLoop, library: Library?, exports: ExportHost, box: PartsBox, quit: @escaping @Sendable () -> Void
    ) -> PlayerBus.Handlers {
        var handlers = PlayerBus.Handlers(
            perform: { command, origin, completion in
                MediaActor.post {
                    let result = player.perform(command, from: origin)
                    BusActor.post { completion(result) }
                }
            },
            inspect: { uri, completion in
                MediaActor.post {
                    player.inspect(uri) { result in BusActor.post { completion(result) } }
                }
            },
            image: { source, completion in
                MediaActor.post {
                    player.image(source) { result in BusActor.post { completion(result) } }
                }
            },
            reloadConfiguration: { completion in
                box.parts?.reload { result in BusActor.post { completion(result) } }
            },
            quit: quit)
        handlers.exporting = .init(
            check: { order, completion in
                exports.check(order) { refusal in BusActor.post { completion(refusal) } }
            },
            start: { number, order in exports.start(number, order) }, cancel: { exports.cancel($0) },
            presets: { hasVideo, hasAudio, completion in
                MediaActor.post {
                    let presets = ExportPresets.available(hasVideo: hasVideo, hasAudio: hasAudio)
                    BusActor.post { completion(presets) }
                }
            })
        handlers.lookedAt = { items in MediaActor.post { player.perform(.lookAt(items), from: .program) } }
        if let library { addHistory(of: library, player: player, to: &handlers) }
        return handlers
    }

    @BusActor
    private static func addHistory(of library: Library, player: PlayerLoop, to handlers: inout PlayerBus.Handlers) {
        handlers.history = { offset, count, completion in
            Task {
                let entries = await library.history(offset: offset, count: count)
                BusActor.post { completion(entries) }
            }
        }
        handlers.resume = { uri, completion in
            library.resumePoint(of: uri) { recollection in
                guard let recollection else {
                    let refusal = CommandRefusal.notFound(
                        "mediad does not remember \(uri); play it from its beginning instead.")
                    return BusActor.post { completion(.failure(refusal)) }
                }
                MediaActor.post {
                    let result = player.perform(.resume(uri, recollection), from: .person).map { reply in
                        if case .position(let position) = reply { position } else { recollection.resume.position }
                    }
                    BusActor.post { completion(result) }
                }
            }
        }
        handlers.forget = { uri, completion in
            library.forget(uri) { isKnown in BusActor.post { completion(isKnown) } }
        }
        handlers.importHistory = { folder, completion in
            MediaActor.post {
                // mpv names its files for what they are about: what is in the queue may be recognised.
                let known = player.snapshot.items.map(\.description.uri)
                library.importWatchLater(folder, known: known) { imported, problems in
                    BusActor.post { completion(imported, problems) }
                }
            }
        }
    }
}

extension EngineConfiguration {
    /// What exports do as playing does it.
    var exporting: ExportWorker.Settings { .init(networkTimeout: networkTimeout, userAgent: userAgent) }
}

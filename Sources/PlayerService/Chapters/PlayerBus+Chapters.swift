internal import DBusKit
internal import PlayerCore

extension PlayerBus {
    /// `org.mediad.Chapters1`: the current item's chapters and navigation markers.
    func chaptersInterface() -> BusInterface {
        BusInterface(
            OwnName.chapters, methods: steppingMethods() + readingMethods() + [setGroupMethod()],
            properties: chapterProperties(),
            signals: [BusSignal("CurrentChanged", [BusArgument("index", "i"), BusArgument("title", "s")])])
    }

    private func chapterProperties() -> [BusProperty] {
        [
            BusProperty("Chapters", "a(xxsa{sv})") { [weak self] in
                self?.chapterValues.chapters ?? ChapterValues().chapters
            },
            BusProperty("Current", "i") { [weak self] in
                .int32(self?.snapshot.chapters.current.map { Int32(clamping: $0) } ?? -1)
            },
            BusProperty("Locales", "as") { [weak self] in self?.chapterValues.locales ?? .strings([]) },
            BusProperty("Language", "s") { [weak self] in .string(self?.snapshot.chapters.language ?? "") },
            BusProperty(
                "PreferredLanguages", "as",
                get: { [weak self] in self?.chapterValues.preferredLanguages ?? .strings([]) },
                set: { [weak self] value, reply in
                    self?.perform(.setPreferredLanguages(value.asStringArray ?? []), reply)
                }),
            BusProperty("Groups", "a(sa(xxsa{sv}))") { [weak self] in
                self?.chapterValues.groups ?? ChapterValues().groups
            },
        ]
    }

    private func steppingMethods() -> [BusMethod] {
        [
            BusMethod(
                "GoTo", in: [BusArgument("index", "u")],
                answering: { [weak self] call in
                    self?.perform(.goToChapter(call.arguments[0].asUInt32 ?? .max), call.reply)
                }),
            BusMethod("Next", answering: { [weak self] call in self?.perform(.nextChapter, call.reply) }),
            BusMethod("Previous", answering: { [weak self] call in self?.perform(.previousChapter, call.reply) }),
        ]
    }

    private func readingMethods() -> [BusMethod] {
        [
            BusMethod(
                "BestMatching", in: [BusArgument("languages", "as")], out: [BusArgument("chapters", "a(xxsa{sv})")]
            ) { [weak self] (arguments: [DBusValue]) throws(DBusError) in
                let languages = arguments[0].asStringArray ?? []
                return [self?.written { $0.bestMatching(languages) } ?? ChapterValues().chapters]
            },
            BusMethod(
                "TitledIn", in: [BusArgument("locale", "s")], out: [BusArgument("chapters", "a(xxsa{sv})")]
            ) { [weak self] (arguments: [DBusValue]) throws(DBusError) in
                let locale = arguments[0].asString ?? ""
                return [self?.written { $0.titled(in: locale) } ?? ChapterValues().chapters]
            },
            BusMethod(
                "Image", in: [BusArgument("index", "u")], out: [BusArgument("uri", "s")],
                answering: { [weak self] call in self?.answerImage(call) }),
        ]
    }

    private func setGroupMethod() -> BusMethod {
        BusMethod(
            "SetGroup", in: [BusArgument("title", "s"), BusArgument("markers", "a(xxsa{sv})")],
            answering: { [weak self] call in
                self?.taking(call, from: .program) { (_) throws(DBusError) in
                    let title = call.arguments[0].asString ?? ""
                    return .setMarkers(title: title, try MarkerReader.markers(call.arguments[1]))
                }
            })
    }

    /// A choice among the chapters in all their languages.
    private func written(_ choice: (ChapterList) -> [LocalizedChapter]) -> DBusValue {
        ChapterWriter.chapters(choice(snapshot.chapters.list), images: snapshot.chapters.images)
    }

    private func answerImage(_ call: BusCall) {
        let chapters = snapshot.chapters.chapters
        let index = call.arguments[0].asUInt32 ?? .max
        guard index < chapters.count else {
            let count =
                chapters.isEmpty ? "this item has none" : "the last one is \(chapters.count - 1), counted from 0"
            return call.reply.fail(
                DBusError(name: ServiceError.notFound, message: "there is no chapter \(index); \(count)"))
        }
        guard let image = chapters[Int(index)].image else {
            return call.reply.fail(
                DBusError(name: ServiceError.notFound, message: "chapter \(index) has no picture"))
        }
        // Asked for even where it was fetched before: the cache may have let it go since.
        let reply = call.reply
        handlers.image(image) { result in
            BusActor.assumeIsolated {
                switch result {
                case .success(let uri): reply.succeed([.string(uri)])
                case .failure(let fault): reply.fail(DBusError(fault))
                }
            }
        }
    }
}

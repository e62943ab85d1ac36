internal import FoundationEssentials
internal import PlayerCore
internal import PlayerService

/// A line of JSON for a configured tracker.
struct TrackerLine: Encodable {
    /// Times are in seconds.
    struct Metadata: Encodable {
        var title: String
        var identifier: String?
        var description: String?
        var contentRating: String?
        var chapters: [Chapter]?
        var subtitle: String?
        var artist: [String]?
        var album: String?
        var genre: [String]?
        var date: String?
        var season: Int32?
        var episode: Int32?
        var artwork: String?
        var duration: Double?
        var live: Bool

        init(_ item: TrackedItem) {
            title = item.metadata.title
            identifier = item.identifier
            description = item.metadata.summary
            contentRating = item.metadata.contentRating
            chapters = item.chapters.isEmpty ? nil : item.chapters.map { Chapter($0) }
            subtitle = item.metadata.subtitle
            artist = Self.list(item.metadata.artists)
            album = item.metadata.album
            genre = Self.list(item.metadata.genres)
            date = item.metadata.date
            season = item.metadata.season
            episode = item.metadata.episode
            artwork = item.metadata.artworkURI
            duration = item.duration?.seconds
            live = item.isLive
        }

        private static func list(_ texts: [String]) -> [String]? { texts.isEmpty ? nil : texts }
    }

    struct Properties: Encodable {
        var status: String
        var round: Int
        var rate: Double
        var stalled: Bool
        var total: Totals
        var increment: Totals

        init(_ properties: TrackedProperties) {
            status = properties.status.rawValue.lowercased()
            round = properties.round
            rate = properties.rate
            stalled = properties.isStalled
            total = Totals(properties.total)
            increment = Totals(properties.increment)
        }
    }

    struct Totals: Encodable {
        var played: Double
        var stalls: Int
        var stalled: Double
        var seeks: Int
        var droppedFrames: UInt64

        init(_ totals: PlaybackTotals) {
            played = totals.played.seconds
            stalls = totals.stalls
            stalled = totals.stalled.seconds
            seeks = totals.seeks
            droppedFrames = totals.droppedFrames
        }
    }

    /// Contains only the keys that the kind has.
    struct Metric: Encodable {
        var kind: String
        var waited: Double?
        var preparation: Double?
        var after: Double?
        var from: Double?
        var to: Double?
        var took: Double?
        var total: UInt64?
        var increment: UInt64?
        var code: Int32?
        var message: String?

        init(_ metric: MetricEvent.Kind) {
            switch metric {
            case .startUp(let waited, let preparation):
                kind = "start-up"
                self.waited = waited.seconds
                self.preparation = preparation?.seconds
            case .stall: kind = "stall"
            case .resume(let after):
                kind = "resume"
                self.after = after.seconds
            case .seek(let from, let to, let took):
                kind = "seek"
                self.from = from.seconds
                self.to = to.seconds
                self.took = took.seconds
            case .rate(let from, let to):
                kind = "rate"
                self.from = from
                self.to = to
            case .framesDropped(let total, let increment):
                kind = "frames-dropped"
                self.total = total
                self.increment = increment
            case .failure(let fault):
                kind = "failure"
                code = fault.code.rawValue
                message = fault.message
            }
        }
    }

    /// A range of timed metadata; times are in seconds.
    struct Range: Encodable {
        var start: Double
        var end: Double?
        var `class`: String
        var id: String?
        /// Under their full names; bytes in the notation of HLS, `0x…`.
        var attributes: [String: CustomValue]?

        init(_ range: TimedRange) {
            start = range.start.seconds
            end = range.end?.seconds
            `class` = range.className
            id = range.id
            let values = range.attributes.mapValues { CustomValue(value: Self.value($0)) }
            attributes = values.isEmpty ? nil : values
        }

        private static func value(_ value: TimedValue) -> DescriptionValue {
            switch value {
            case .text(let text): .string(text)
            case .number(let number): .number(number)
            case .bytes(let bytes):
                .string("0x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined())
            }
        }
    }

    /// A chapter; times are in seconds.
    struct Chapter: Encodable {
        /// From 1; nil in a list, which is in order.
        var number: Int?
        var start: Double
        var end: Double
        var title: String?
        var id: String?

        init(_ chapter: LocalizedChapter, number: Int? = nil) {
            self.number = number
            start = chapter.start.seconds
            end = chapter.end.seconds
            title = chapter.title.isEmpty ? nil : chapter.title
            id = chapter.id
        }
    }

    /// A segment; times are in seconds.
    struct Segment: Encodable {
        var start: Double
        var end: Double
        var kind: String
        var action: String
        var id: String?
        var title: String?
        var source: String
        /// Where a skip began and ended; nil for other events.
        var from: Double?
        var to: Double?

        init(_ segment: PlayerCore.Segment, from: MediaTime? = nil, to: MediaTime? = nil) {
            start = segment.start.seconds
            end = segment.end.seconds
            kind = segment.kind.rawValue
            action = segment.action.rawValue
            id = segment.id
            title = segment.title
            source = segment.source
            self.from = from?.seconds
            self.to = to?.seconds
        }
    }

    /// The tags of a stream; contains only those that the stream has.
    struct Tags: Encodable {
        var title: String?
        var artist: [String]?
        var album: String?
        var genre: [String]?

        init(_ tags: MediaTags) {
            title = tags.title
            artist = tags.artists.isEmpty ? nil : tags.artists
            album = tags.album
            genre = tags.genres.isEmpty ? nil : tags.genres
        }
    }

    var event: String
    /// A UUID, the same from the metadata before `enabled` to `disabled`.
    var session: String
    /// The item as in MPRIS and Queue1; the same for every playback of it.
    var item: String
    var uri: String
    /// Wall-clock time, ISO 8601 in UTC.
    var time: String
    var position: Double?
    var metadata: Metadata?
    var custom: [String: CustomValue]?
    var properties: Properties?
    var metric: Metric?
    var range: Range?
    var tags: Tags?
    var segment: Segment?
    var chapter: Chapter?

    init(_ update: TrackerUpdate, of item: TrackedItem, session: String, time: String) {
        self.session = session
        self.time = time
        self.item = TrackPath.path(of: item.id)
        uri = item.uri.withoutLogin
        switch update {
        case .metadata:
            event = "metadata"
            metadata = Metadata(item)
            custom = item.custom?.mapValues { CustomValue(value: $0) }
        case .enabled(let properties):
            event = "enabled"
            take(properties)
        case .properties(let properties):
            event = "properties"
            take(properties)
        case .disabled(let properties):
            event = "disabled"
            take(properties)
        case .metric(let metric):
            event = "metric"
            position = metric.position.seconds
            self.metric = Metric(metric.kind)
        case .timed(let timed):
            position = timed.position.seconds
            switch timed.kind {
            case .entered(let range): (event, self.range) = ("entered", Range(range))
            case .left(let range): (event, self.range) = ("left", Range(range))
            case .tagged(let tags): (event, self.tags) = ("tagged", Tags(tags))
            case .enteredSegment(let segment): (event, self.segment) = ("entered", Segment(segment))
            case .leftSegment(let segment): (event, self.segment) = ("left", Segment(segment))
            case .skippedSegment(let segment, let from, let to):
                (event, self.segment) = ("skipped", Segment(segment, from: from, to: to))
            case .chapter(let chapter, let number):
                (event, self.chapter) = ("chapter", Chapter(chapter, number: number))
            }
        }
    }

    private mutating func take(_ properties: TrackedProperties) {
        position = properties.position.seconds
        self.properties = Properties(properties)
    }

    /// The line with its line break.
    func encoded() throws -> [UInt8] {
        Array(try JSONEncoder.byKey.encode(self)) + [UInt8(ascii: "\n")]
    }
}

extension JSONEncoder {
    /// Sorts the keys, so that equal values have equal texts.
    static var byKey: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

/// A value of a description's free-form part in JSON. A number that JSON cannot express is null.
struct CustomValue: Encodable {
    var value: DescriptionValue

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): if value.isFinite { try container.encode(value) } else { try container.encodeNil() }
        case .string(let value): try container.encode(value)
        case .list(let values): try container.encode(values.map { CustomValue(value: $0) })
        case .object(let values): try container.encode(values.mapValues { CustomValue(value: $0) })
        }
    }
}

/// One field of a description: its name outside, its kind, and where it is kept.
///
/// Whoever reads, writes or merges descriptions works through the tables of these: ``MediaDetails/Fields/table`` and the
/// tables of chapters, segments and proposals in it. A new field of a known kind is a line in its table and a stored property.
public struct DescriptionField<Owner: Sendable>: Sendable {
    public typealias Path<Value> = any WritableKeyPath<Owner, Value> & Sendable

    /// What the value is, which decides how it is read, checked and written.
    public enum Kind: Sendable {
        /// One line.
        case text(Path<String?>)
        /// Text of several lines.
        case paragraphs(Path<String?>)
        case texts(Path<[String]?>)
        case number(Path<Int32?>)
        case real(Path<Double?>)
        /// Absent means false.
        case flag(Path<Bool>)
        /// Absent means that nobody says.
        case choice(Path<Bool?>)
        /// Absent means 0.
        case level(Path<UInt32>)
        case time(Path<MediaTime?>)
        /// The URI of a picture, relative to the description's file.
        case location(Path<String?>)
        /// As ``location(_:)``, kept as a picture's source.
        case picture(Path<ImageSource?>)
        /// A link for people.
        case link(Path<String?>)
        /// Absent means empty.
        case name(Path<String>)
        /// The owner is refused without it.
        case requiredText(Path<String>)
        /// The owner is refused without it.
        case requiredTime(Path<MediaTime>)
        /// The URI of something that is played. The owner is refused without it.
        case requiredMedia(Path<String>)
        /// URIs of what is played, one after the other. The owner is refused without them.
        case requiredMediaList(Path<[String]>)
        /// The title in an undetermined language; its key sorts before that of ``titles(_:)``.
        case title(Path<[ChapterTitle]>)
        /// An object of titles by language.
        case titles(Path<[ChapterTitle]>)
        /// Which reader found the owner: not read from descriptions.
        case source(Path<String?>)
        /// A list, or the URI of a file that holds it.
        case chapters(Path<[Chapter]?>, address: Path<String?>)
        case markers(Path<[MarkerGroupDescription]?>)
        case segments(Path<[SegmentDescription]?>)
        case interstitials(Path<[InterstitialDescription]?>)
        case timed(Path<[TimedRange]?>)
        case next(Path<NextDescription?>)
        /// Headers of HTTP requests. They may hold secrets: they are read, and never shown.
        case headers(Path<[String: String]?>)
        /// An object of anything.
        case custom(Path<[String: DescriptionValue]?>)
    }

    /// The name in the public contract.
    public let key: String
    public let kind: Kind

    init(_ key: String, _ kind: Kind) {
        self.key = key
        self.kind = kind
    }

    /// Whether the owner is refused without the field.
    public var isRequired: Bool {
        switch kind {
        case .requiredText, .requiredTime, .requiredMedia, .requiredMediaList: true
        default: false
        }
    }

    /// More than one where the value may be one or the other.
    fileprivate var forms: Set<DescriptionForm> {
        switch kind {
        case .time, .requiredTime: [.time]
        case .real: [.real]
        case .location, .picture, .requiredMedia, .requiredMediaList: [.location]
        case .chapters: [.list, .location]
        case .markers, .segments, .interstitials, .timed: [.list]
        default: []
        }
    }

    /// Takes the field of another owner where this one has none. Fields that are always there stay as they are.
    func fill(_ owner: inout Owner, from other: Owner) {
        func take<Value>(_ path: WritableKeyPath<Owner, Value?>) {
            if owner[keyPath: path] == nil { owner[keyPath: path] = other[keyPath: path] }
        }
        switch kind {
        case .text(let path), .paragraphs(let path), .location(let path), .link(let path), .source(let path): take(path)
        case .texts(let path): take(path)
        case .number(let path): take(path)
        case .real(let path): take(path)
        case .choice(let path): take(path)
        case .time(let path): take(path)
        case .picture(let path): take(path)
        case .chapters(let path, let address):
            take(path)
            take(address)
        case .markers(let path): take(path)
        case .segments(let path): take(path)
        case .interstitials(let path): take(path)
        case .timed(let path): take(path)
        case .next(let path): take(path)
        case .headers(let path): take(path)
        case .custom(let path): take(path)
        case .flag, .level, .name, .requiredText, .requiredTime, .requiredMedia, .requiredMediaList, .title, .titles:
            break
        }
    }
}

/// The fields of one kind of object in a description, in the order of the contract.
public struct DescriptionTable<Owner: Sendable>: Sendable {
    /// Values whose keys somebody else chooses: how these begin, and where they are kept.
    public typealias Others = (prefix: String, path: any WritableKeyPath<Owner, [String: TimedValue]> & Sendable)

    public let fields: [DescriptionField<Owner>]
    /// Nil where every key is known.
    public let others: Others?
    private let byKey: [String: DescriptionField<Owner>]

    init(_ fields: [DescriptionField<Owner>], others: Others? = nil) {
        self.fields = fields
        self.others = others
        byKey = Dictionary(uniqueKeysWithValues: fields.map { ($0.key, $0) })
    }

    /// Nil for a key that the contract does not have.
    public subscript(key: String) -> DescriptionField<Owner>? { byKey[key] }

    /// Where the value of a key is kept that somebody else chose; nil where it is none of these.
    public func others(for key: String) -> (any WritableKeyPath<Owner, [String: TimedValue]> & Sendable)? {
        guard let others, key.hasPrefix(others.prefix), key != others.prefix else { return nil }
        return others.path
    }

    func keys(_ form: DescriptionForm) -> Set<String> {
        Set(fields.lazy.filter { $0.forms.contains(form) }.map(\.key))
    }
}

/// What a value looks like in JSON, where D-Bus has another type for it.
enum DescriptionForm { case time, real, location, list }

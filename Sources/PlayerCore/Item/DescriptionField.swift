/// One field of a description: its public name, its kind, and where it is stored.
///
/// All code that reads, writes or merges descriptions uses tables of these: ``MediaDetails/Fields/table`` and the
/// tables of chapters, segments and proposals in it. To add a field of a known kind, add a line to its table and a
/// stored property.
public struct DescriptionField<Owner: Sendable>: Sendable {
    public typealias Path<Value> = any WritableKeyPath<Owner, Value> & Sendable

    /// The kind of the value, which decides how the value is read, checked and written.
    public enum Kind: Sendable {
        /// One line of text.
        case text(Path<String?>)
        /// Text of several lines.
        case paragraphs(Path<String?>)
        case texts(Path<[String]?>)
        case number(Path<Int32?>)
        case real(Path<Double?>)
        /// False if absent.
        case flag(Path<Bool>)
        /// Unknown if absent.
        case choice(Path<Bool?>)
        /// 0 if absent.
        case level(Path<UInt32>)
        case time(Path<MediaTime?>)
        /// The URI of a picture, relative to the description's file.
        case location(Path<String?>)
        /// Like ``location(_:)``, stored as the source of a picture.
        case picture(Path<ImageSource?>)
        /// A link for people.
        case link(Path<String?>)
        /// Empty if absent.
        case name(Path<String>)
        /// An object without it is refused.
        case requiredText(Path<String>)
        /// An object without it is refused.
        case requiredTime(Path<MediaTime>)
        /// The URI of media that is played. An object without it is refused.
        case requiredMedia(Path<String>)
        /// The URIs of media that are played one after the other. An object without them is refused.
        case requiredMediaList(Path<[String]>)
        /// The title in an undetermined language; its key sorts before that of ``titles(_:)``.
        case title(Path<[ChapterTitle]>)
        /// An object of titles by language.
        case titles(Path<[ChapterTitle]>)
        /// The reader that found the object: never read from descriptions.
        case source(Path<String?>)
        /// A list, or the URI of a file that contains it.
        case chapters(Path<[Chapter]?>, address: Path<String?>)
        case markers(Path<[MarkerGroupDescription]?>)
        case segments(Path<[SegmentDescription]?>)
        case interstitials(Path<[InterstitialDescription]?>)
        case parts(Path<[MediaPart]?>)
        case timed(Path<[TimedRange]?>)
        case next(Path<NextDescription?>)
        /// Headers of HTTP requests. They may contain secrets, so they are read and never shown.
        case headers(Path<[String: String]?>)
        /// An object with arbitrary members.
        case custom(Path<[String: DescriptionValue]?>)
    }

    /// The name in the public contract.
    public let key: String
    public let kind: Kind

    init(_ key: String, _ kind: Kind) {
        self.key = key
        self.kind = kind
    }

    /// Whether an object without the field is refused.
    public var isRequired: Bool {
        switch kind {
        case .requiredText, .requiredTime, .requiredMedia, .requiredMediaList: true
        default: false
        }
    }

    /// More than one form if the value may have either.
    fileprivate var forms: Set<DescriptionForm> {
        switch kind {
        case .time, .requiredTime: [.time]
        case .real: [.real]
        case .location, .picture, .requiredMedia, .requiredMediaList: [.location]
        case .chapters: [.list, .location]
        case .markers, .segments, .interstitials, .parts, .timed: [.list]
        default: []
        }
    }

    /// Copies the field from another owner if this owner has none. Fields that always have a value are not copied.
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
        case .parts(let path): take(path)
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
    /// Values with keys that the author chooses: the prefix of the keys, and where the values are stored.
    public typealias Others = (prefix: String, path: any WritableKeyPath<Owner, [String: TimedValue]> & Sendable)

    public let fields: [DescriptionField<Owner>]
    /// Nil if every key is known.
    public let others: Others?
    private let byKey: [String: DescriptionField<Owner>]

    init(_ fields: [DescriptionField<Owner>], others: Others? = nil) {
        self.fields = fields
        self.others = others
        byKey = Dictionary(uniqueKeysWithValues: fields.map { ($0.key, $0) })
    }

    /// Nil for a key that is not in the contract.
    public subscript(key: String) -> DescriptionField<Owner>? { byKey[key] }

    /// Where the value of an author's key is stored; nil for any other key.
    public func others(for key: String) -> (any WritableKeyPath<Owner, [String: TimedValue]> & Sendable)? {
        guard let others, key.hasPrefix(others.prefix), key != others.prefix else { return nil }
        return others.path
    }

    func keys(_ form: DescriptionForm) -> Set<String> {
        Set(fields.lazy.filter { $0.forms.contains(form) }.map(\.key))
    }
}

/// The form of a value in JSON, where D-Bus has another type for it.
enum DescriptionForm { case time, real, location, list }

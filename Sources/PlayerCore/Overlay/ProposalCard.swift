/// A proposal as it is displayed.
public struct ProposalCard: Hashable, Sendable {
    public var title: String
    public var subtitle: String?
    /// The series with season and episode, or the artist, such as `A show · S1 E6`.
    public var place: String?
    /// The rating and the length, in one line.
    public var detail: String?
    /// What it is about; may be long.
    public var summary: String?
    /// A `file:` URI.
    public var artworkURI: String?
    /// Whole seconds until the automatic acceptance; nil: there is none.
    public var seconds: Int64?
    /// The seconds that the countdown began with; nil: there is none.
    public var total: Int64?

    public init(
        title: String, subtitle: String? = nil, place: String? = nil, detail: String? = nil, summary: String? = nil,
        artworkURI: String? = nil,
        seconds: Int64? = nil, total: Int64? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.place = place
        self.detail = detail
        self.summary = summary
        self.artworkURI = artworkURI
        self.seconds = seconds
        self.total = total
    }

    /// The line below the title; nil: there is none.
    public var line: String? {
        let parts = [subtitle, detail].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}

/// The stored comments of Vorbis, Opus, FLAC and others (Vorbis I section 5.2.1).
public struct CommentList: Sendable {
    /// Why ``comments`` does not contain everything that the list counts.
    public enum Problem: Hashable, Sendable {
        /// The bytes end too early.
        case truncated
        /// There are more than ``mostComments``.
        case tooMany
    }

    /// More than any real file has.
    public static let mostComments = 20_000

    /// The program that wrote the stream, in UTF-8; nil if the list does not contain even that.
    public let vendor: ArraySlice<UInt8>?
    /// `KEY=value`, in UTF-8 and the order of the file.
    public let comments: [ArraySlice<UInt8>]
    public let problem: Problem?

    /// - Parameter bytes: from the vendor's length on, as far as available.
    public init(_ bytes: ArraySlice<UInt8>) {
        var cursor = ByteCursor(bytes)
        vendor = cursor.littleCount().flatMap { cursor.take($0) }
        var comments: [ArraySlice<UInt8>] = []
        var problem: Problem?
        if vendor != nil, let count = cursor.littleCount() {
            while comments.count < min(count, Self.mostComments) {
                guard let comment = cursor.littleCount().flatMap({ cursor.take($0) }) else { break }
                comments.append(comment)
            }
            if comments.count < count { problem = comments.count == Self.mostComments ? .tooMany : .truncated }
        } else {
            problem = .truncated
        }
        self.comments = comments
        self.problem = problem
    }
}

import DBusKit

extension DaemonConnection {
    /// The id of a track of the current item.
    ///
    /// - Parameters:
    ///   - number: as `mediactl tracks` lists it, from 1.
    ///   - kind: `audio` or `subtitles`.
    func track(_ number: UInt32, of kind: String) throws(Failure) -> UInt32 {
        do throws(Failure) {
            return try TrackListing(try properties(of: .tracks)).id(number, of: kind)
        } catch {
            throw error.status == .notFound ? try explained(error) : error
        }
    }
}

internal import DBusKit
internal import PlayerCore

/// The D-Bus values of the current item's chapters, created once for each list.
///
/// Snapshots arrive many times a second, and all their properties are compared with the last announced ones. While
/// the list does not change, these values share their storage with the announced ones, so that the comparison is
/// cheap.
struct ChapterValues {
    private(set) var chapters: DBusValue = .array(ChapterWriter.type, [])
    private(set) var groups: DBusValue = ChapterWriter.groups(
        [], chapters: .array(ChapterWriter.type, []), images: [:])
    private(set) var locales: DBusValue = .strings([])
    private(set) var preferredLanguages: DBusValue = .strings([])
    private var revision: UInt64?
    private var images: [ImageSource: String] = [:]

    /// Updates the values for another snapshot.
    mutating func update(_ snapshot: ChapterSnapshot) {
        let isSameList = snapshot.revision == revision
        guard !isSameList || snapshot.images != images else { return }
        chapters = ChapterWriter.chapters(snapshot.chapters, images: snapshot.images)
        groups = ChapterWriter.groups(snapshot.groups, chapters: chapters, images: snapshot.images)
        images = snapshot.images
        guard !isSameList else { return }
        revision = snapshot.revision
        locales = .strings(snapshot.list.locales)
        preferredLanguages = .strings(snapshot.preferredLanguages)
    }
}

internal import DBusKit
internal import PlayerCore

/// The current item's chapters as the bus shows them, made once for each list.
///
/// Snapshots come many times a second and all their properties are compared with what was announced last: as long as
/// the list stays the same these values share their storage with the announced ones, and comparing them costs nothing.
struct ChapterValues {
    private(set) var chapters: DBusValue = .array(ChapterWriter.type, [])
    private(set) var groups: DBusValue = ChapterWriter.groups(
        [], chapters: .array(ChapterWriter.type, []), images: [:])
    private(set) var locales: DBusValue = .strings([])
    private(set) var preferredLanguages: DBusValue = .strings([])
    private var revision: UInt64?
    private var images: [ImageSource: String] = [:]

    /// Follows the player to another snapshot.
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

internal import Synchronization

/// The configured folders of books, as clients see them.
final class BookShelf: Sendable {
    private let paths = Mutex<[String]>([])

    /// Absolute paths.
    var folders: [String] { paths.withLock { $0 } }

    /// Takes over a configuration.
    func take(_ configuration: Configuration.Library, environment: [String: String]) {
        let folders = configuration.bookFolders(environment: environment)
        paths.withLock { $0 = folders }
    }
}

extension Configuration.Library {
    /// The folders of books, as absolute paths.
    func bookFolders(environment: [String: String]) -> [String] {
        let home = UserFolders(environment: environment).home
        return books.compactMap { folder in
            folder.hasPrefix("~") ? home.map { $0 + folder.dropFirst() } : folder
        }
    }
}

internal import GLibLoop
internal import Glibc
internal import Gst
internal import Logging
internal import MediaExport
internal import PlayerCore
internal import Synchronization

/// Saves frames as PNG files, beside the loops: encoding takes time, and a disk may not respond.
final class ScreenshotHost: Sendable {
    /// A frame to save.
    struct Order: Sendable {
        var still: StillPicture
        /// An absolute path; empty: a name of its own in the folder of the configuration.
        var path = ""
        /// Whether a file at ``path`` is replaced.
        var overwrites = false
        /// Of the item, for a name of its own.
        var title: String
        /// The position in the item, likewise.
        var position: MediaTime
    }

    private struct State {
        var configured: String
        var waiting = 0
    }

    /// Frames that may wait: each is some megabytes of memory.
    private static let mostWaiting = 8
    /// The longest time for an answer, in seconds.
    private static let patience = 20.0

    private let state: Mutex<State>
    private let folders: UserFolders
    private let logger: Logger
    private let queue = WorkQueue(label: "mediad.stills", width: 1, patience: ScreenshotHost.patience)

    /// - Parameter folder: of the configuration; empty: the user's folder of pictures.
    init(folder: String, folders: UserFolders, logger: Logger) {
        state = Mutex(State(configured: folder))
        self.folders = folders
        self.logger = logger
    }

    /// Applies a changed configuration.
    func configure(folder: String) { state.withLock { $0.configured = folder } }

    /// Saves a frame. Blocks nothing.
    ///
    /// - Parameter then: receives the path of the file, or why there is none, once, on any thread.
    func save(_ order: Order, then: @escaping @Sendable (Result<String, PictureFailure>) -> Void) {
        let isFull = state.withLock { state in
            if state.waiting < Self.mostWaiting { state.waiting += 1 } else { return true }
            return false
        }
        if isFull { return then(.failure(PictureFailure("Too many pictures are being saved: wait for one of them."))) }
        let configured = state.withLock(\.configured)
        queue.run(within: Self.patience) { [folders] in
            Result { () throws(PictureFailure) in try Self.write(order, configured, folders) }
        } then: { [self] result in
            state.withLock { $0.waiting -= 1 }
            let result = result ?? .failure(PictureFailure("The disk does not respond: save the picture elsewhere."))
            switch result {
            case .success(let path): logger.info("saved the picture as \(path)")
            case .failure(let failure): logger.warning("the picture was not saved: \(failure.message)")
            }
            then(result)
        }
    }

    // MARK: On the thread of the work

    private static func write(
        _ order: Order, _ configured: String, _ folders: UserFolders
    ) throws(PictureFailure) -> String {
        let path = order.path.isEmpty ? try ownPath(order, configured, folders) : order.path
        guard let pixels = order.still.pixels(),
            let bytes = PNGFile.bytes(rgb: pixels.rgb, width: pixels.width, height: pixels.height)
        else {
            throw PictureFailure("The picture cannot be read where it is: it is in the memory of the graphics card.")
        }
        if let problem = PartFile.write(bytes, to: path, overwrites: order.overwrites && !order.path.isEmpty) {
            throw PictureFailure(problem)
        }
        return path
    }

    /// A path that is free, in a folder that exists.
    private static func ownPath(
        _ order: Order, _ configured: String, _ folders: UserFolders
    ) throws(PictureFailure) -> String {
        guard let folder = configured.isEmpty ? folders.pictures : folders.path(configured) else {
            throw PictureFailure("There is no home folder: set screenshots under [video].")
        }
        if let problem = make(folder) { throw PictureFailure(problem) }
        let name = PictureName(title: order.title, position: order.position)
        for number in 1...PictureName.mostOfOneMoment {
            let path = "\(folder)/\(name.text(number))"
            var status = stat()
            if lstat(path, &status) != 0, errno == ENOENT { return path }
        }
        throw PictureFailure("\(folder) has too many pictures of this moment: save it under another name.")
    }

    /// Makes a folder and those that it is in.
    ///
    /// - Returns: why that is not possible, as a sentence.
    private static func make(_ folder: String) -> String? {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            if mkdir(path, 0o777) == 0 || errno == EEXIST || errno == EISDIR { continue }
            var status = stat()
            if stat(path, &status) == 0 { continue }
            return "The folder \(folder) cannot be made: \(String(cString: strerror(errno))). "
                + "Set screenshots under [video]."
        }
        return nil
    }
}

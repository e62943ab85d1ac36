internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import Gst
internal import MediaContainers
internal import PlayerCore

/// The process that makes pictures of items. It reads tasks from standard input, each as a line of JSON, and writes
/// reports to standard output, each as a line of JSON.
///
/// A file that crashes a decoder, or makes it take all memory, ends only this process. It yields to everything else on
/// the machine. When standard input is closed, which includes the death of the parent process, it ends at once.
public enum PictureWorker {
    private struct Failure: Error {
        var message: String
        var isSlow = false
    }

    /// The item that was opened last: the next picture is usually one of the same item.
    private struct Open {
        var uri: String
        var width: Int?
        var grabber: FrameGrabber
        /// The whole picture of a picture file.
        var still: FrameGrabber.Frame?
    }

    /// Runs the worker until its input ends.
    public static func run() -> Int32 {
        yield()
        guard let first = nextTask() else { return 0 }
        // From here on, the contents of media may control this process.
        for problem in renounce(writingIn: PartFile.folder(of: first.path)) { say(Array("\(problem)\n".utf8)) }
        // Behind that, since threads inherit what may not be written.
        watchInput()
        do throws(GstFailure) { try Gst.initialize() } catch {
            say(Array("GStreamer could not start: \(error.message)\n".utf8))
            return 1
        }
        var open: Open?
        var next: PictureTask? = first
        while let task = next {
            do throws(Failure) {
                tell(.made(task.number, try make(task, &open)))
            } catch {
                // What failed once may be in any state.
                open = nil
                tell(error.isSlow ? .slow(task.number, error.message) : .failed(task.number, error.message))
            }
            next = nextTask()
        }
        return 0
    }

    /// Nil if the parent process sends no more tasks, or something else.
    private static func nextTask() -> PictureTask? {
        readLine(strippingNewline: true).flatMap { line in
            try? JSONDecoder().decode(PictureTask.self, from: Data(line.utf8))
        }
    }

    private static func yield() {
        _ = nice(15)
        for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGUSR1] { signal(number, SIG_IGN) }
    }

    /// Gives up all rights that are not needed. Returns what was not possible.
    private static func renounce(writingIn folder: String) -> [String] {
        var problems: [String] = []
        if ProcessRights.limit(memory: PictureLimits.memory, seconds: PictureLimits.processorTime) != 0 {
            problems.append("the memory could not be limited")
        }
        return problems + WorkerRights.renounce(hasNetwork: false, writingIn: folder)
    }

    /// Ends the process when its input is closed, even while a decoder hangs. Tasks in the input do not matter then.
    private static func watchInput() {
        SideThread.run("input") {
            var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
            while poll(&input, 1, -1) <= 0 || input.revents == 0 {}
            _exit(0)
        }
    }

    // MARK: Tasks

    private static func make(_ task: PictureTask, _ open: inout Open?) throws(Failure) -> PictureMade {
        let sheet: PictureSheet
        switch task.content {
        case .moments(let times, let width, let exact):
            sheet = try self.sheet(of: times, width: width, exact: exact, task, &open)
        case .part(let area):
            var still = try self.still(task.uri, &open)
            if let area {
                guard let part = still.part(area) else { throw Failure(message: "it is smaller than its index says") }
                still = part
            }
            var whole = PictureSheet(tile: still, count: 1)
            whole.add(still)
            sheet = whole
        }
        guard let png = sheet.png, write(png, to: task.path) else {
            throw Failure(message: "its picture could not be written to the cache")
        }
        return PictureMade(
            times: sheet.times, columns: sheet.columns, width: sheet.tileWidth, height: sheet.tileHeight)
    }

    /// A sheet is not continued after this many pictures that cannot be made.
    private static let mostFailures = 4

    private static func sheet(
        of times: [Int64], width: Int, exact: Bool, _ task: PictureTask, _ open: inout Open?
    ) throws(Failure) -> PictureSheet {
        guard (PictureLimits.narrowest...PictureLimits.widest).contains(width),
            (1...PictureLimits.most).contains(times.count)
        else {
            throw Failure(message: "the request is out of bounds")
        }
        var sheet: PictureSheet?
        var failures: [Failure] = []
        for time in times {
            // An item that cannot be opened is not tried again for each picture.
            let grabber = try opened(task.uri, width: width, &open)
            let frame: FrameGrabber.Frame
            do throws(Failure) {
                frame = try grabbing { () throws(FrameGrabber.Failure) in try grabber.frame(at: time, exact: exact) }
            } catch {
                // A damaged part of the item costs its own pictures only. Each may take seconds.
                open = nil
                failures.append(error)
                guard failures.count < mostFailures else { break }
                tell(.alive(task.number))
                continue
            }
            guard frame.width * frame.height * times.count <= PictureLimits.mostPixels else {
                throw Failure(message: "its pictures make too large a sheet: ask for fewer or narrower ones")
            }
            // Times between the same two key frames have the same picture.
            if frame.time != sheet?.times.last || sheet == nil {
                if sheet == nil { sheet = PictureSheet(tile: frame, count: times.count) }
                sheet?.add(frame)
            }
            tell(.alive(task.number))
        }
        guard let sheet else { throw failures.first ?? Failure(message: "there is no picture") }
        return sheet
    }

    private static func still(_ uri: String, _ open: inout Open?) throws(Failure) -> FrameGrabber.Frame {
        let grabber = try opened(uri, width: nil, &open)
        if let still = open?.still { return still }
        let still = try grabbing { () throws(FrameGrabber.Failure) in try grabber.frame() }
        open?.still = still
        return still
    }

    private static func opened(_ uri: String, width: Int?, _ open: inout Open?) throws(Failure) -> FrameGrabber {
        if let open, open.uri == uri, open.width == width { return open.grabber }
        open = nil
        let orientation = FileURI.path(of: uri).flatMap { StoredOrientation.read(path: $0) }
        let grabber = try grabbing { () throws(FrameGrabber.Failure) in
            try FrameGrabber(
                uri: uri, width: width, orientation: orientation.flatMap(PictureTurn.init(tag:)),
                resources: .init(schemes: MediaSchemes.playable),
                seconds: PictureLimits.longestFrame)
        }
        open = Open(uri: uri, width: width, grabber: grabber)
        return grabber
    }

    private static func grabbing<Value>(_ body: () throws(FrameGrabber.Failure) -> Value) throws(Failure) -> Value {
        do throws(FrameGrabber.Failure) { return try body() } catch {
            throw Failure(message: error.message, isSlow: error.isSlow)
        }
    }

    /// Writes a new file. What remains of a failed attempt is removed.
    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { break }
            rest = rest.dropFirst(max(0, count))
        }
        let isWritten = rest.isEmpty && close(descriptor) == 0
        if !isWritten { unlink(path) }
        return isWritten
    }

    private static func tell(_ report: PictureReport) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let line = try? encoder.encode(report) else { return }
        say(line + [UInt8(ascii: "\n")])
    }

    private static func say(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
    }
}

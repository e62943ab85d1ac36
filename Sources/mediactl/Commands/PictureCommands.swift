import ArgumentParser
import DBusKit
import Glibc
import MediaProbe
import PlayerCore

/// `thumbnail`: one frame of the current item.
struct ThumbnailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnail",
        abstract: "Make a thumbnail of the current item.",
        discussion: """
            Shows a key frame near TIME, by default at the current position. Prints the URI of a PNG file. Examples: \
            thumbnail 12:30, thumbnail 12:30 -o x.png, thumbnail 50% --width 640.
            """)

    @Argument(help: "A time or a percentage.")
    var time: TimeArgument?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write the picture to this file instead of printing its URI.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var output: String?

    @Option(help: ArgumentHelp("The width in pixels, 16 to 1920.", valueName: "pixels"))
    var width: UInt32 = 320

    @Flag(help: "Decode the frame at exactly this time instead of a key frame near it.")
    var exact = false

    @OptionGroup var json: JSONOption

    func run() throws {
        let daemon = try DaemonConnection()
        let position = try position(daemon)
        let reply = try daemon.callOnItem(
            .pictures, exact ? "ExactThumbnail" : "Thumbnail", [.int64(position.microseconds), .uint32(width)])
        guard let uri = reply.first?.asString, let time = reply.last?.asInt64 else { throw PictureFile.unreadable }
        if let output {
            try PictureFile.copy(uri, to: output)
        } else {
            json.show(
                .object(["uri": .string(uri), "time": JSONValue(MediaTime(microseconds: time))]), lines: [uri])
        }
    }

    private func position(_ daemon: DaemonConnection) throws(Failure) -> MediaTime {
        let player = try daemon.properties(of: .player)
        let here = MediaTime(microseconds: player["Position"]?.asInt64 ?? 0)
        let length = player["Metadata"]?.asDictionary?["mpris:length"]?.asInt64
        switch time {
        case nil: return here
        case .absolute(let time): return time
        case .relative(let amount): return max(.zero, here + amount)
        case .fraction(let fraction):
            guard let length else {
                guard player["PlaybackStatus"]?.asString != "Stopped" else {
                    throw Failure(.refused, "Nothing is playing: start an item first.")
                }
                throw Failure(.refused, "The length of the item is unknown: give a time instead of a percentage.")
            }
            return MediaTime(microseconds: length) * fraction
        }
    }
}

/// `storyboard`: thumbnails of the whole current item.
struct StoryboardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storyboard",
        abstract: "Make thumbnails of the whole current item.",
        discussion: """
            Lists the time and the URI of each thumbnail. #xywh=X,Y,WIDTH,HEIGHT is its place in the picture \
            file. With -o, writes the picture file instead, and beside it an index for other players (sheet.png, \
            sheet.vtt).
            """)

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write the thumbnails to this file, with an index.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var output: String?

    @Option(help: ArgumentHelp("The maximum number of thumbnails, 1 to 400.", valueName: "n"))
    var count: UInt32 = 100

    @Option(help: ArgumentHelp("The width of each thumbnail in pixels, 16 to 1920.", valueName: "pixels"))
    var width: UInt32 = 160

    @OptionGroup var json: JSONOption

    func run() throws {
        let daemon = try DaemonConnection()
        let reply = try daemon.callOnItem(
            .pictures, "Storyboard", [.uint32(count), .uint32(width)], timeout: .seconds(120))
        let pictures: [MomentPicture] = (reply.first?.asArray ?? []).compactMap { picture in
            guard case .structure(let fields) = picture, fields.count == 2, let time = fields[0].asInt64,
                let uri = fields[1].asString
            else { return nil }
            return MomentPicture(uri: uri, time: MediaTime(microseconds: time))
        }
        if let output {
            let length = try daemon.property(.player, "Metadata").asDictionary?["mpris:length"]?.asInt64
            try write(pictures, to: output, duration: length.map { MediaTime(microseconds: $0) })
        } else {
            let values = pictures.map { JSONValue.object(["time": JSONValue($0.time), "uri": .string($0.uri)]) }
            json.show(.array(values), lines: pictures.map { "\(Self.clock($0.time))  \($0.uri)" })
        }
    }

    /// A time as in WebVTT: `00:12:30.040`.
    private static func clock(_ time: MediaTime) -> String {
        let milliseconds = max(0, time.nanoseconds / 1_000_000)
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let (seconds, rest) = (milliseconds / 1_000, milliseconds % 1_000)
        return
            "\(digits(seconds / 3_600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2)).\(digits(rest, 3))"
    }

    /// Writes each picture file, numbered if there are several, and their index.
    private func write(_ pictures: [MomentPicture], to output: String, duration: MediaTime?) throws(Failure) {
        var files: [String] = []
        for picture in pictures {
            let file = PictureFile.file(of: picture.uri)
            if !files.contains(file) { files.append(file) }
        }
        let stem = PictureFile.stem(output)
        var names: [String: String] = [:]
        for (index, file) in files.enumerated() {
            let name = files.count == 1 ? output : "\(stem)-\(index + 1).\(PictureFile.ending(file))"
            try PictureFile.copy(file, to: name)
            names[file] = LocalPath(name).name
        }
        var index = "WEBVTT\n"
        for (number, picture) in pictures.enumerated() {
            let next = number + 1 < pictures.count ? pictures[number + 1].time : duration
            let end = max(next ?? .zero, picture.time + MediaTime(nanoseconds: 1_000_000))
            let file = PictureFile.file(of: picture.uri)
            let start = number == 0 ? .zero : picture.time
            index += "\n\(Self.clock(start)) --> \(Self.clock(end))\n"
            index += "\(names[file] ?? "")\(picture.uri.dropFirst(file.count))\n"
        }
        try PictureFile.write(Array(index.utf8), to: stem + ".vtt")
    }
}

/// Files of pictures that mediad made.
enum PictureFile {
    static let unreadable = Failure(.refused, "mediad sent no picture.")

    /// The address of the whole file.
    static func file(of uri: String) -> String { String(uri.prefix { $0 != "#" }) }

    /// Such as `png`.
    static func ending(_ name: String) -> String {
        let file = name.split(separator: "/").last ?? ""
        return file.contains(".") ? file.split(separator: ".").last?.lowercased() ?? "" : ""
    }

    /// The name without its extension.
    static func stem(_ name: String) -> String {
        let ending = ending(name)
        return ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
    }

    /// Copies a picture to a file, whose extension must be that of the picture.
    static func copy(_ uri: String, to output: String) throws(Failure) {
        let kind = ending(file(of: uri))
        guard ending(output) == kind || (kind == "jpg" && ending(output) == "jpeg") else {
            throw Failure(.usage, "The picture is a .\(kind) file: choose a name such as \(stem(output)).\(kind).")
        }
        guard let path = FileURI.path(of: uri), let bytes = LocalPath(path).contents else {
            throw Failure(.refused, "The picture is no longer in the cache: try again.")
        }
        try write(bytes, to: output)
    }

    /// Writes a file, and replaces an existing one when it is complete.
    static func write(_ bytes: [UInt8], to output: String) throws(Failure) {
        let part = "\(output).\(getpid()).part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw unwritable(output) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { break }
            rest = rest.dropFirst(max(0, count))
        }
        let isClosed = close(descriptor) == 0
        guard rest.isEmpty, isClosed, rename(part, output) == 0 else {
            let failure = unwritable(output)
            unlink(part)
            throw failure
        }
    }

    private static func unwritable(_ output: String) -> Failure {
        Failure(.refused, "\(output) cannot be written: \(String(cString: strerror(errno)).lowercased()).")
    }
}

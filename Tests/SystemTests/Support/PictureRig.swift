import DBusKit
import Foundation
import TestSupport
import Testing

/// A daemon with a real window and real sound, whose picture is read off the screen and compared with the position.
final class PictureRig {
    static let screen = (width: 1280, height: 720)

    let display: XDisplay
    let server: SoundServer
    let stage: Stage
    var remote: Remote { stage.remote }
    var folder: String { stage.sandbox.directory }
    /// Whether other programs want both processors meanwhile.
    let isBusy: Bool
    /// What was wrong so far, in a sentence each.
    private(set) var faults: [String] = []
    private let manager: ChildProcess
    private var load: [ChildProcess] = []

    private init(
        _ kind: SoundServer.Kind, isBusy: Bool, configuration: String, width: Int, height: Int
    ) throws {
        self.isBusy = isBusy
        display = try XDisplay(width: width, height: height)
        manager = try display.startManager("openbox")
        // Where it is on no picture and moves no controls.
        try display.run("xdotool", "mousemove", "\(width - 1)", "\(height - 1)")
        let sandbox = try Sandbox()
        let bus = try PrivateBus(in: sandbox)
        server = try SoundServer(
            kind, environment: sandbox.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
        stage = try Stage(
            configuration: configuration, extra: ["DISPLAY": display.name], in: sandbox, bus: bus)
    }

    /// - Parameter load: how many other programs want a processor all the time.
    static func perform(
        _ kind: SoundServer.Kind = .pulseAudio, busy isBusy: Bool = false, configuration: String = "",
        width: Int = screen.width, height: Int = screen.height, location: SourceLocation = #_sourceLocation,
        _ body: (PictureRig) throws -> Void
    ) throws {
        let rig = try PictureRig(kind, isBusy: isBusy, configuration: configuration, width: width, height: height)
        defer { rig.close() }
        do {
            if isBusy { try rig.makeBusy() }
            try body(rig)
        } catch {
            Issue.record("\(error)\nmediad wrote:\n\(rig.stage.daemon.log)", sourceLocation: location)
        }
        #expect(rig.faults.isEmpty, "\(rig.faults.joined(separator: "\n"))", sourceLocation: location)
        rig.relax()
        rig.stage.daemon.finish(location)
    }

    private func makeBusy() throws {
        for _ in 0..<2 { load.append(try ChildProcess("sh", ["-c", "while :; do :; done"])) }
    }

    private func relax() {
        for process in load { process.kill() }
        load = []
    }

    private func close() {
        relax()
        server.stop()
        stage.close()
        manager.kill()
    }

    // MARK: The picture

    /// Where the film is on the screen: within the window, or within its frame beside a proposal.
    func place(of film: FrameFilm) -> (x: Int, y: Int, width: Int, height: Int)? {
        guard case .structure(let parts) = remote.value(.window, "Geometry") else { return nil }
        var place = parts.compactMap { $0.asInt32.map(Int.init) }
        guard place.count == 4, place[2] > 0 else { return nil }
        if case .structure(let parts) = remote.value(.proposal, "VideoFrame") {
            let frame = parts.compactMap { $0.asInt32.map(Int.init) }
            if frame.count == 4, frame[2] > 0 {
                place = [place[0] + frame[0], place[1] + frame[1], frame[2], frame[3]]
            }
        }
        let (width, height) = film.size
        let scale = min(Double(place[2]) / Double(width), Double(place[3]) / Double(height))
        let fitted = (Int(Double(width) * scale), Int(Double(height) * scale))
        return (
            place[0] + (place[2] - fitted.0) / 2, place[1] + (place[3] - fitted.1) / 2, fitted.0, fitted.1
        )
    }

    /// How long a picture may be wrong in between, in seconds.
    private static let moment = 0.12

    /// What the picture says, between two replies about the position.
    private func sample(_ film: FrameFilm) throws -> (reading: FrameFilm.Reading?, from: Double, to: Double) {
        let from = try remote.position()
        let reading = place(of: film).flatMap { FrameFilm.read(display.screen, in: $0) }
        return (reading, from, try remote.position())
    }

    /// Demands the picture of a film, at the position, that moves or stands: at the latest so long after a step, and from
    /// then on for a while.
    ///
    /// - Parameters:
    ///   - offset: the time of the film's first frame.
    ///   - seconds: how long it is watched.
    ///   - slack: how far the picture may be from the position, in frames.
    func expect(
        _ film: FrameFilm, after step: String, moving: Bool = true, rate: Double = 1, within patience: Double? = nil,
        for seconds: Double = 0.6, slack: Int = 2
    ) throws {
        let (begun, pulse) = (Moment.now, MachinePulse())
        // On a machine that others keep busy, as when all tests run, the demands are those of a busy machine.
        var isHindered: Bool { isBusy || pulse.withheld > 0.25 * (Moment.now - begun) }
        var deadline: Double {
            let usual = patience.map { isHindered && !isBusy ? 3 * $0 : $0 } ?? (isBusy ? 6 : isHindered ? 8 : 2)
            return begun + usual + seconds + 2 * pulse.longestStop
        }
        var watched: (since: Double, frames: Set<Int>)?
        var wrong: Double?
        var last = "no picture"
        while true {
            try remote.listen()
            let now = Moment.now
            let (reading, from, to) = try sample(film)
            let lowest = Int((from * Double(film.rate)).rounded(.down)) - slack
            let highest = Int((to * Double(film.rate)).rounded(.down)) + slack
            let end = Int(film.seconds * Double(film.rate)) - 1
            // At the end of the item, the position goes back to its start.
            if let reading, to >= from {
                last = "frame \(reading.frame) of film \(reading.code) at \(from) s"
                // Behind its last frame, that one stands.
                let isRight =
                    reading.code == film.code && (min(lowest, end)...max(highest, 0)).contains(reading.frame)
                // What stands is watched from its last movement on.
                // The reader, the daemon and the display each want a processor: a moment is no fault.
                wrong = isRight ? nil : wrong ?? now
                if let wrong, now - wrong > Self.moment { watched = nil }
                if isRight, !moving, watched?.frames.contains(reading.frame) == false { watched = nil }
                if isRight {
                    watched = watched ?? (now, [])
                    watched?.frames.insert(reading.frame)
                }
            }
            if let watched, now - watched.since > seconds {
                let wanted = Int(seconds * Double(film.rate) * rate * (isHindered ? 0.15 : 0.6))
                if !moving || watched.frames.count >= wanted { break }
            }
            guard now < deadline else {
                let frames = "\(watched?.frames.count ?? 0) frames in \(watched.map { now - $0.since } ?? 0) s"
                let machine = isBusy ? "made busy" : isHindered ? "busy" : "idle"
                faults.append(
                    "\(step): \(last), film \(film.code) is wanted (\(remote.status), \(frames), \(machine) machine)")
                keepPicture(step)
                return
            }
            try remote.listen(for: 0.005)
        }
        if ProcessInfo.processInfo.environment["MEDIAD_PICTURE_LOG"] != nil {
            print("picture: \(step): \((watched.map { $0.since } ?? 0) - begun) s, \(last)")
        }
    }

    /// Demands one frame of a film, while paused, and a position that is its time.
    ///
    /// - Parameter isExact: whether the position is the very start of the frame.
    func expectFrame(
        _ frame: Int, of film: FrameFilm, after step: String, isExact: Bool = false, within patience: Double = 10
    ) throws {
        let deadline = Moment.now + patience
        var seen = "no picture"
        while Moment.now < deadline {
            let position = try remote.position()
            let reading = place(of: film).flatMap { FrameFilm.read(display.screen, in: $0) }
            let start = Double(frame) / Double(film.rate)
            let isThere = isExact ? abs(position - start) < 0.002 : position > start - 0.002 && position < start + 0.05
            if let reading, reading.code == film.code, reading.frame == frame, isThere { return }
            seen = (reading.map { "frame \($0.frame) of film \($0.code)" } ?? "no picture") + " at \(position) s"
            try remote.listen(for: 0.01)
        }
        faults.append("\(step): \(seen), frame \(frame) of film \(film.code) is wanted")
        keepPicture(step)
    }

    /// Demands the last frame of a film, in a window that stands.
    func expectLast(_ film: FrameFilm, after step: String, within patience: Double = 2, for seconds: Double) throws {
        let deadline = Moment.now + patience
        let last = Int(film.seconds * Double(film.rate)) - 1
        var since: Double?
        var reading: FrameFilm.Reading?
        while since.map({ Moment.now - $0 < seconds }) ?? true {
            reading = place(of: film).flatMap { FrameFilm.read(display.screen, in: $0) }
            let isRight = reading.map { $0.code == film.code && (last - 1...last).contains($0.frame) } ?? false
            since = isRight ? since ?? Moment.now : nil
            guard Moment.now < deadline + seconds else {
                let seen = reading.map { "frame \($0.frame) of film \($0.code)" } ?? "no picture"
                faults.append("\(step): \(seen), the last of film \(film.code) is wanted")
                return keepPicture(step)
            }
            try remote.listen(for: 0.01)
        }
    }

    /// Notes what a test found wrong.
    func fail(_ sentence: String) { faults.append(sentence) }

    /// For people who look for the cause.
    func keepPicture(_ name: String) {
        guard let folder = ProcessInfo.processInfo.environment["MEDIAD_PICTURE_FOLDER"] else { return }
        let file = name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        try? Data(display.screen.picture).write(to: URL(fileURLWithPath: "\(folder)/\(String(file)).ppm"))
    }

    // MARK: Steps

    func call(_ member: String) throws { try remote.call(.player, member) }

    func seek(to seconds: Double) throws {
        try remote.call(
            .player, "SetPosition", [.objectPath(try remote.currentTrack()), .int64(Int64(seconds * 1e6))])
    }

    func goTo(_ index: Int) throws {
        let items = try remote.call(.queue, "Items", [.uint32(UInt32(index)), .uint32(1)])
        guard let item = items.first?.asArray?.first?.asDictionary?["item"] else { throw Failure("no item \(index)") }
        try remote.call(.queue, "GoTo", [item])
    }

    func waitForIndex(_ index: Int, within seconds: Double = 30) throws {
        try remote.wait("item \(index)", within: seconds) { remote.index == index }
    }

    /// Waits until the position is behind a moment of the current item.
    func wait(until seconds: Double, within limit: Double = 30) throws {
        try remote.wait("second \(seconds)", within: limit) { try remote.position() >= seconds }
    }
}

import PlayerCore
import TestSupport
import Testing

@testable import WindowControl

/// A video window under test, and what it reported.
final class Stage: Sendable {
    let window: VideoWindow
    private let events: Mailbox<WindowEvent>

    init(
        _ surface: VideoSurface, _ environment: [String: String], processIdentifier: Int32? = nil,
        settleTime: Duration = .seconds(8)
    ) async throws {
        let events = Mailbox<WindowEvent>()
        window = try await VideoWindow.open(
            surface, environment: environment, title: "A film", processIdentifier: processIdentifier,
            settleTime: settleTime
        ) { event in
            // Whatever a test waits for, the reason belongs into the log.
            if case .compositorLost(let why) = event { print("the compositor was lost: \(why)") }
            events.post(event)
        }
        self.events = events
    }

    convenience init(_ display: XDisplay, settleTime: Duration = .seconds(8)) async throws {
        try await self.init(.x11, display.environment, settleTime: settleTime)
    }

    /// Waits until that backend is used: a window manager that is just starting says so bit by bit.
    func backend(_ backend: WindowBackend) async throws {
        while await window.choice.backend != backend {
            try event("the backend \(backend)") { if case .backendChanged = $0 { true } else { false } }
        }
    }

    /// The X window's number.
    var handle: UInt32 { window.handle ?? 0 }

    /// Skips to an event.
    @discardableResult
    func event(_ what: String, within time: Duration = .seconds(30), where isIt: (WindowEvent) -> Bool) throws
        -> WindowEvent
    {
        let deadline = Deadline(in: time)
        while true {
            let event = try events.next(within: .milliseconds(Int64(deadline.remaining)), what)
            if isIt(event) { return event }
        }
    }

    @discardableResult
    func event(_ wanted: WindowEvent) throws -> WindowEvent { try event("\(wanted)") { $0 == wanted } }

    /// The next placement that nobody asked for just then.
    func placement() throws -> PlacementReport {
        var report: PlacementReport?
        _ = try event("the placement") {
            if case .placed(let placed) = $0 { report = placed }
            return report != nil
        }
        return try #require(report)
    }

    /// What has been reported and not been taken.
    func takeAll() throws -> [WindowEvent] { try (0..<events.count).map { _ in try events.next() } }
}

extension WindowRect {
    /// As xwininfo has it.
    var text: String { "\(width)x\(height)+\(x)+\(y)" }
}

extension PictureInPictureLayout {
    static func at(_ corner: WindowCorner, width: Int = 480, margin: Int = 24) -> PictureInPictureLayout {
        PictureInPictureLayout(corner: corner, width: width, margin: margin, aspect: .wide)
    }
}

import PlayerCore
import TestSupport
import Testing

@testable import WindowControl

/// The pointer over the window while it rests, as Xvfb draws it on the screen.
@Suite(.serialized, .patient, .needs("Xvfb", "xdotool", "xsetroot"))
struct RestingPointerTests {
    @Test("the pointer is hidden after three seconds of rest, and shown when it moves or leaves the window")
    func rest() async throws {
        let display = try XDisplay()
        // The root window has no cursor of its own, which ours would take over.
        try display.run("xsetroot", "-cursor_name", "left_ptr")
        try display.run("xdotool", "mousemove", "1", "1")
        let stage = try await Stage(display)
        let place = try #require(await stage.window.show().geometry)
        let clock = ContinuousClock()
        for (x, y) in [(place.x + 100, place.y + 100), (place.x + 140, place.y + 120)] {
            let moved = clock.now
            try display.run("xdotool", "mousemove", "\(x)", "\(y)")
            try await wait("the pointer at \(x), \(y)", until: { isDrawn(display, x, y) })
            try await wait("the pointer's end", until: { !isDrawn(display, x, y) })
            #expect(clock.now - moved >= .seconds(2.9), "hidden too early")
        }
        // Hidden over the window, it is there as soon as it is outside.
        let outside = (x: place.x > 40 ? 5 : place.x + place.width + 5, y: 5)
        try display.run("xdotool", "mousemove", "\(outside.x)", "\(outside.y)")
        try await wait("the pointer outside", until: { isDrawn(display, outside.x, outside.y) })
        await stage.window.close()
    }

    /// Whether the border of the arrow is bright on the black window.
    private func isDrawn(_ display: XDisplay, _ x: Int, _ y: Int) -> Bool {
        (y - 4...y + 16).contains { row in
            (x - 4...x + 16).contains { display.screen.colour(x: $0, y: row).green > 200 }
        }
    }

    private func wait(_ what: String, until condition: () -> Bool) async throws {
        let deadline = Deadline(in: .seconds(20))
        while !condition() {
            guard deadline.remaining > 0 else { throw Deadline.Missed(what) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

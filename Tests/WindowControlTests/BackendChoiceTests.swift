import PlayerCore
import Testing

@testable import WindowControl

@Suite struct BackendChoiceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var environment: [String: String] = [:]
        var surface: VideoSurface? = .x11
        var display: DisplayFacts?
        let expected: WindowBackend
        var socket: String?
        var hasReason = false
    }

    static let cases = [
        Case(testDescription: "no pictures", surface: nil, expected: .none, hasReason: true),
        Case(testDescription: "no display", expected: .none, hasReason: true),
        Case(testDescription: "an empty display", environment: ["DISPLAY": ""], expected: .none, hasReason: true),
        Case(
            testDescription: "a window manager", environment: ["DISPLAY": ":0"],
            display: DisplayFacts(windowManager: "Openbox"), expected: .x11),
        Case(
            testDescription: "no window manager", environment: ["DISPLAY": ":0"], display: DisplayFacts(),
            expected: .x11, hasReason: true),
        Case(
            testDescription: "i3", environment: ["DISPLAY": ":0"],
            display: DisplayFacts(windowManager: "i3", i3Socket: "/i3"), expected: .i3, socket: "/i3"),
        Case(
            testDescription: "i3 that restarts", environment: ["DISPLAY": ":0"],
            display: DisplayFacts(windowManager: nil, i3Socket: "/i3"), expected: .i3, socket: "/i3"),
        Case(
            testDescription: "another window manager after an i3 that crashed", environment: ["DISPLAY": ":0"],
            display: DisplayFacts(windowManager: "Openbox", i3Socket: "/i3"), expected: .x11),
        Case(
            testDescription: "i3 known by the environment", environment: ["DISPLAY": ":0", "I3SOCK": "/env"],
            display: DisplayFacts(windowManager: "i3"), expected: .i3, socket: "/env"),
        Case(
            testDescription: "an X window under sway", environment: ["DISPLAY": ":0", "SWAYSOCK": "/sway"],
            display: DisplayFacts(windowManager: "wlroots wm"), expected: .sway, socket: "/sway"),
        Case(
            testDescription: "another display inside of a sway session",
            environment: ["DISPLAY": ":9", "SWAYSOCK": "/sway", "I3SOCK": "/sway"],
            display: DisplayFacts(windowManager: "Metacity"), expected: .x11),
        Case(
            testDescription: "a Wayland window under sway",
            environment: ["WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/sway"], surface: .wayland, expected: .sway,
            socket: "/sway"),
        Case(
            testDescription: "a Wayland window under another compositor",
            environment: ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], surface: .wayland, expected: .none,
            hasReason: true),
        Case(testDescription: "no Wayland", surface: .wayland, expected: .none, hasReason: true),
    ]

    @Test(arguments: cases) func choice(_ line: Case) {
        let choice = BackendChoice.choose(
            environment: line.environment, surface: line.surface, display: line.display)
        #expect(choice.backend == line.expected)
        #expect(choice.socket == line.socket)
        #expect((choice.reason != nil) == line.hasReason)
    }
}

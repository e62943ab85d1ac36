import PlayerCore
import Testing

@testable import WindowControl

@Suite struct WindowStateTests {
    private func state(_ change: (inout WindowState) -> Void) -> WindowState {
        var state = WindowState()
        state.geometry = WindowRect(x: 0, y: 0, width: 640, height: 360)
        change(&state)
        return state
    }

    @Test func everyChangeIsAnEvent() {
        let before = state { _ in }
        let rect = WindowRect(x: 5, y: 6, width: 640, height: 360)
        let cases: [((inout WindowState) -> Void, WindowEvent)] = [
            ({ $0.isMinimised = true }, .minimised(true)),
            ({ $0.isOnCurrentWorkspace = false }, .onCurrentWorkspace(false)),
            ({ $0.isFocused = true }, .focused(true)),
            ({ $0.isObscured = true }, .obscured(true)), ({ $0.isFullscreen = true }, .fullscreen(true)),
            ({ $0.isAbove = true }, .pinned(above: true, sticky: false)),
            ({ $0.isSticky = true }, .pinned(above: false, sticky: true)), ({ $0.geometry = rect }, .moved(rect)),
        ]
        for (change, event) in cases {
            #expect(state(change).events(since: before, isSettling: false) == [event])
        }
        #expect(before.events(since: before, isSettling: false).isEmpty)
    }

    @Test func whatWasAskedForIsNoNews() {
        let after = state {
            $0.isFullscreen = true
            $0.isAbove = true
            $0.geometry = nil
            $0.isFocused = true
        }
        #expect(after.events(since: state { _ in }, isSettling: true) == [.focused(true)])
    }

    @Test func aWindowThatComesOrGoesHasNotMoved() {
        let hidden = state { $0.geometry = nil }
        #expect(hidden.events(since: state { _ in }, isSettling: false).isEmpty)
        #expect(state { _ in }.events(since: hidden, isSettling: false).isEmpty)
    }
}

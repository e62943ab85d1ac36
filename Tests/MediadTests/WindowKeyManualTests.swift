import Foundation
import PlayerCore
import Testing

/// mediad(1) and docs/desktop.md have the keys of the window that the card shows.
@Suite struct WindowKeyManualTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func theManualSaysWhatTheCardSays() throws {
        let lines = try Self.text("docs/man/mediad.1").split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: ".Ss Keys in the window"))
        let list = try #require(lines[start...].firstIndex(of: ".El"))
        var told: [String] = []
        var sign = ""
        for line in lines[start..<list] {
            if line.hasPrefix(".It Ic ") {
                sign = line.dropFirst(".It Ic ".count).replacingOccurrences(of: "\\&", with: "")
            } else if !sign.isEmpty {
                told.append("\(sign): \(line)")
            }
        }
        #expect(told == WindowKeyList.lines.map { "\($0.sign): \($0.text(.english))" })
    }

    @Test func theGuideHasEveryKey() throws {
        let guide = try Self.text("docs/desktop.md")
        let table = try #require(guide.range(of: "| in the window | |"))
        let end = try #require(guide.range(of: "Cards appear over the picture"))
        let words = [
            "Left": "left", "Right": "right", "Up": "up", "Down": "down", "Return": "Enter",
            "ISO_Left_Tab": "Shift+Tab", "Prior": "Page Up", "Next": "Page Down",
        ]
        let signs = [
            "bracketleft": "[", "bracketright": "]", "braceleft": "{", "braceright": "}", "period": ".", "comma": ",",
            "numbersign": "#", "question": "?", "BackSpace": "Backspace",
            "less": "<", "greater": ">", "plus": "+", "minus": "-",
        ]
        for key in WindowKeyList.lines.flatMap(\.keys) where !["KP_Enter", "Z"].contains(key) && !key.hasPrefix("XF86")
        {
            let name = words[key] ?? signs[key] ?? key
            let written = name.count == 1 ? "`\(name)`" : name
            #expect(guide[table.lowerBound..<end.lowerBound].contains(written), "\(key)")
        }
    }
}

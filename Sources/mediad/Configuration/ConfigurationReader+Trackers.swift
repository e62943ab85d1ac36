import PlayerCore

/// `[[tracker]]`: one table for each program that receives playback events.
extension ConfigurationReader {
    /// Characters of a string in a tracker's table.
    private static let longestTrackerText = 100
    /// Each tracker is a program that runs as long as mediad does.
    private static let mostTrackers = 32

    private static let trackerKeys = ["command", "name", "enabled", "mandatory", "heartbeat"]

    mutating func trackers() -> [TrackerConfiguration] {
        var trackers: [TrackerConfiguration] = []
        for (index, entry) in elements("tracker", keys: Self.trackerKeys) {
            guard index < Self.mostTrackers else {
                reportTracker(index, nil, "there are more than \(Self.mostTrackers) trackers")
                break
            }
            guard let command = command(entry, index) else { continue }
            let program = command[0].split(separator: "/").last.map(String.init) ?? command[0]
            var tracker = TrackerConfiguration(command: command, name: text(entry, index, "name") ?? program)
            tracker.enabled = flag(entry, index, "enabled", tracker.enabled)
            tracker.mandatory = flag(entry, index, "mandatory", tracker.mandatory)
            tracker.heartbeat = heartbeat(entry, index, tracker.heartbeat)
            if trackers.contains(where: { $0.name == tracker.name }) {
                let advice = entry["name"] == nil ? "set a different name" : "choose another name"
                reportTracker(index, "name", "a tracker named \(Self.quoted(tracker.name)) already exists: \(advice)")
            }
            trackers.append(tracker)
        }
        return trackers
    }

    private mutating func command(_ entry: TOMLTable, _ index: Int) -> [String]? {
        guard let node = entry["command"] else {
            reportTracker(
                index, nil, "tracker.command is missing: name the program, as in [\"/usr/bin/my-tracker\"]")
            return nil
        }
        var words: [String]?
        if let text = node.string {
            words = CommandWords.split(text)
            if words == nil {
                reportTracker(
                    index, "command", "tracker.command has a quote that is not closed, or ends in a backslash")
                return nil
            }
        } else if let array = node.array {
            words = (0..<array.count).compactMap { array[$0].value.string }
            if words?.count != array.count { words = nil }
        }
        guard let words else {
            reportTracker(index, "command", "tracker.command must be a string or an array of strings")
            return nil
        }
        guard let program = words.first, program.contains(where: { !$0.isWhitespace }) else {
            reportTracker(index, "command", "tracker.command is empty: name the program and its arguments")
            return nil
        }
        return words
    }

    private mutating func text(_ entry: TOMLTable, _ index: Int, _ key: String) -> String? {
        guard let node = entry[key] else { return nil }
        guard let text = node.string else {
            let type = Self.withArticle(node.typeName)
            reportTracker(index, key, "tracker.\(key) must be a string, in quotes, not \(type)")
            return nil
        }
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPlain, text.contains(where: { !$0.isWhitespace }), text.count <= Self.longestTrackerText else {
            reportTracker(index, key, "tracker.\(key) must be one line of 1 to \(Self.longestTrackerText) characters")
            return nil
        }
        return text
    }

    private mutating func flag(_ entry: TOMLTable, _ index: Int, _ key: String, _ fallback: Bool) -> Bool {
        guard let node = entry[key] else { return fallback }
        guard let value = node.bool else {
            let type = Self.withArticle(node.typeName)
            reportTracker(index, key, "tracker.\(key) must be true or false, not \(type)")
            return fallback
        }
        return value
    }

    private mutating func heartbeat(_ entry: TOMLTable, _ index: Int, _ fallback: MediaTime) -> MediaTime {
        guard let node = entry["heartbeat"] else { return fallback }
        guard let value = node.double ?? node.int.map(Double.init) else {
            let type = Self.withArticle(node.typeName)
            reportTracker(index, "heartbeat", "tracker.heartbeat must be a number, not \(type)")
            return fallback
        }
        guard value == 0 || (1...86_400).contains(value), let time = MediaTime(seconds: value) else {
            reportTracker(
                index, "heartbeat",
                "tracker.heartbeat cannot be \(Self.plain(value)): use 1 to 86400 seconds, or 0 for never")
            return fallback
        }
        return time
    }

    private mutating func reportTracker(_ index: Int?, _ key: String?, _ message: String) {
        report("tracker", index, key, among: Self.trackerKeys, message)
    }
}

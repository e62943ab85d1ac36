import Foundation
import Testing

/// `docs/limits.md` says what the sources say, and has every limit that is in them.
@Suite struct LimitTableTests {
    private struct Row {
        /// `5,000`, `8 MiB`, `10 s, network.timeout`.
        var limit: String
        /// `ProbeLimits.bytes`, `ExportProcess.Limits.line`, and of a tuple `TagSet.limits.image`.
        var name: String
    }

    /// Constants that are called like limits and bound nothing that comes from outside.
    private static let others: Set = [
        "CardPicture.most", "CompositorWindow.longestRetry", "ContentKind.longest", "EventLoop.longestDraining",
        "MPEGAudio.longestFrame", "MPEGFrameCount.longestFrame",
        "MediaProbe.chapterFileLimit", "NextEpisode.most", "OggPage.longest", "PictureFinder.most", "Queue.idLimit",
        "StreamReach.longestGap", "Terminal.maximum",
    ]

    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    private static func rows() throws -> [Row] {
        let text = try String(contentsOf: root.appending(path: "docs/limits.md"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, cells[3].hasPrefix("`") else { return nil }
            return Row(limit: cells[1], name: cells[3].filter { $0 != "`" })
        }
    }

    // MARK: The sources

    private struct Constant {
        var isStatic: Bool
        var value: String
    }

    /// A type's declaration, or a property with its value.
    private static let declaration =
        #"^( *)((?:(?:public|package|private|fileprivate|final|indirect|static|internal) )*)"#
        + #"(struct|enum|class|actor|extension|let|var) ([\w.]+)(?:: [\w<>]+)?(?: = ([^\n]*?))?(?: *//[^\n]*)?$"#

    /// The properties of types that are given a value, by their names with those of the types that they are in.
    private static func constants() throws -> [String: Constant] {
        let files = FileManager.default.enumerator(at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        let declaration = try NSRegularExpression(pattern: declaration, options: .anchorsMatchLines)
        let types = try NSRegularExpression(
            pattern:
                #"^( *)(?:(?:public|package|private|fileprivate|final|indirect) )*(?:struct|enum|class|actor|extension) ([\w.]+)"#,
            options: .anchorsMatchLines)
        var constants: [String: Constant] = [:]
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8) as NSString
            let whole = NSRange(location: 0, length: text.length)
            func part(_ match: NSTextCheckingResult, _ group: Int) -> String {
                let range = match.range(at: group)
                return range.location == NSNotFound ? "" : text.substring(with: range)
            }
            let found = declaration.matches(in: text as String, range: whole).filter {
                ["let", "var"].contains(part($0, 3))
            }
            let all = (types.matches(in: text as String, range: whole) + found).sorted {
                $0.range.location < $1.range.location
            }
            // The types that a line is in, with how far each is indented.
            var inside: [(indent: Int, name: String)] = []
            for match in all {
                let indent = match.range(at: 1).length
                while let last = inside.last, last.indent >= indent { inside.removeLast() }
                guard match.numberOfRanges > 3 else {
                    inside.append((indent, part(match, 2)))
                    continue
                }
                // What is further in belongs to a function.
                guard let last = inside.last, last.indent == indent - 4 else { continue }
                let name = (inside.map(\.name) + [part(match, 4)]).joined(separator: ".")
                // A function behind a type may have variables of the same name.
                guard constants[name] == nil else { continue }
                constants[name] = Constant(isStatic: part(match, 2).contains("static"), value: part(match, 5))
            }
        }
        return constants
    }

    /// `8 << 20`, `64 * 1024`, `.seconds(5)`, `MediaTime(nanoseconds: 15_000_000_000)`, `5.0`.
    private static func number(_ expression: String) -> Double? {
        let plain = expression.filter { $0 != "_" && $0 != " " }
        for (beginning, divisor) in [("Duration.seconds(", 1), ("MediaTime(nanoseconds:", 1e9)]
        where plain.hasPrefix(beginning) {
            return Double(plain.dropFirst(beginning.count).prefix { $0 != ")" }).map { $0 / divisor }
        }
        let shifted = plain.components(separatedBy: "<<")
        let factors = (shifted.first ?? "").split(separator: "*").map { Double($0) }
        guard shifted.count < 3, !factors.contains(nil) else { return nil }
        let shift = shifted.count == 2 ? Double(shifted[1]) : 0
        return shift.map { factors.reduce(pow(2, $0)) { $0 * ($1 ?? 0) } }
    }

    /// In bytes, seconds or whatever is counted.
    private static func number(cell: String) -> (value: Double, isTime: Bool)? {
        let words = cell.split(separator: " ")
        guard let first = words.first, let value = Double(first.filter { $0 != "," }) else { return nil }
        switch words.dropFirst().first?.filter({ $0 != "," }) {
        case "KiB": return (value * 1_024, false)
        case "MiB": return (value * 1_048_576, false)
        case "s": return (value, true)
        case nil, "bytes", "characters", "pixels": return (value, false)
        default: return nil
        }
    }

    @Test func eachRowSaysWhatTheSourceSays() throws {
        let (rows, constants) = (try Self.rows(), try Self.constants())
        #expect(rows.count > 90)
        for row in rows {
            var value = constants[row.name]?.value
            if value == nil, let dot = row.name.lastIndex(of: ".") {
                let label = "\(row.name[dot...].dropFirst()): "
                value = constants[String(row.name[..<dot])]?.value.components(separatedBy: label).dropFirst().first
                    .map { String($0.prefix { $0 != "," && $0 != ")" }) }
            }
            guard let value else {
                Issue.record("\(row.name) is in docs/limits.md, and not in the sources")
                continue
            }
            guard let declared = Self.number(value), let told = Self.number(cell: row.limit) else {
                Issue.record("\(row.name): \(row.limit) or \(value) is not a number that this test understands")
                continue
            }
            // Some times are in microseconds.
            let isSame = declared == told.value || (told.isTime && declared == told.value * 1e6)
            #expect(isSame, "\(row.name): docs/limits.md says \(row.limit), the source \(value)")
        }
    }

    @Test func everyLimitIsInTheTable() throws {
        let told = Set(try Self.rows().map(\.name))
        let beginnings = ["most", "largest", "longest", "deepest", "maximum", "greatest", "limit", "limits"]
        let limits = try Self.constants().filter { name, constant in
            let last = name.split(separator: ".").last.map(String.init) ?? name
            let first = String(last.prefix { $0.isLowercase })
            return constant.isStatic && (last.hasSuffix("Limit") || beginnings.contains(first))
        }
        #expect(limits.count > 60)
        for name in limits.keys.sorted() where !Self.others.contains(name) {
            let isTold = told.contains(name) || told.contains { $0.hasPrefix(name + ".") }
            #expect(isTold, "\(name) is not in docs/limits.md")
        }
    }
}

public import MediaContainers
public import PlayerCore

/// The contract's description of an item as JSON: `NAME.mediad.json`, and the output of `mediactl inspect --json`.
///
/// Times are numbers of seconds or `H:MM:SS.mmm`.
public enum DescriptionJSON {
    /// The content of one description.
    public struct Reading: Hashable, Sendable {
        /// As written; nil if absent.
        public var uri: String?
        public var fields = MediaDetails.Fields()
        /// What was left out, in sentences.
        public var problems: [String] = []
    }

    /// Reads one description. Members that are unknown or have a wrong type are left out with a sentence; the others
    /// are used.
    ///
    /// - Parameters:
    ///   - bytes: in the encoding that a byte order mark indicates, otherwise UTF-8.
    ///   - name: of the file, for the sentences.
    public static func read(_ bytes: [UInt8], name: String, limits: ProbeLimits = ProbeLimits()) -> Reading {
        var notes = SidecarNotes(name: name, source: "", folder: nil, limits: limits)
        return read(SidecarText(bytes), into: &notes)
    }

    /// - Parameter notes: collects the sentences, and provides the source of the chapters and the folder that
    ///   references may lead to.
    static func read(_ text: SidecarText, into notes: inout SidecarNotes) -> Reading {
        let members: [String: JSONValue]
        do throws(ProbeError) {
            guard case .object(let found) = try JSONValue(parsing: Array(text.text.utf8)) else {
                throw .malformed("it is not an object")
            }
            members = found
        } catch {
            notes.note(error.message)
            return Reading(problems: notes.problems)
        }
        var reader = DescriptionJSONReader(notes)
        var reading = reader.reading(JSONObject(members, at: ""))
        notes = reader.notes
        reading.problems = notes.problems
        return reading
    }

    /// Returns one item as JSON on one line, sorted by key: the description's fields and what inspecting it added.
    /// Times are numbers of seconds with at most six decimals.
    public static func text(_ item: InspectedItem) -> String { DescriptionJSONWriter.text(item) }
}

public import MediaContainers
public import PlayerCore

/// The contract's description of an item as JSON: `NAME.mediad.json`, and what `mediactl inspect --json` prints.
///
/// Times are numbers of seconds or `H:MM:SS.mmm`.
public enum DescriptionJSON {
    /// What one description says.
    public struct Reading: Hashable, Sendable {
        /// As it stands there; nil where there is none.
        public var uri: String?
        public var fields = MediaDetails.Fields()
        /// What was left out, in sentences.
        public var problems: [String] = []
    }

    /// Reads one description. What is unknown or has a wrong type is left out with a sentence, and the rest counts.
    ///
    /// - Parameters:
    ///   - bytes: in any encoding that a byte order mark tells, else UTF-8.
    ///   - name: of the file, for the sentences.
    public static func read(_ bytes: [UInt8], name: String, limits: ProbeLimits = ProbeLimits()) -> Reading {
        var notes = SidecarNotes(name: name, source: "", folder: nil, limits: limits)
        return read(SidecarText(bytes), into: &notes)
    }

    /// - Parameter notes: gets the sentences and the chapters' source, and has the folder that references may lead to.
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

    /// One item as JSON on one line, by key: the description's fields and what inspecting it added.
    /// Times are numbers of seconds with at most six decimals.
    public static func text(_ item: InspectedItem) -> String { DescriptionJSONWriter.text(item) }
}

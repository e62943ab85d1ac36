internal import MediaContainers

extension SidecarNotes {
    /// Parses a JSON sidecar; nil, with a note, if it is not JSON.
    mutating func json(_ text: SidecarText) -> JSONValue? {
        do throws(ProbeError) {
            return try JSONValue(parsing: Array(text.text.utf8))
        } catch {
            note(error.message)
            return nil
        }
    }

    /// Reads the objects of a list one after another; other elements, and problems in an object, are noted.
    ///
    /// - Parameters:
    ///   - place: of the list, for the notes.
    ///   - read: returns false when the maximum is reached.
    mutating func readObjects(
        _ entries: [JSONValue], at place: String = "", _ read: (inout JSONObject, inout SidecarNotes) -> Bool
    ) {
        for (index, entry) in entries.enumerated() {
            guard case .object(let members) = entry else {
                note("it is not an object", at: "\(place)[\(index)]")
                continue
            }
            var object = JSONObject(members, at: "\(place)[\(index)]")
            let goesOn = read(&object, &self)
            for problem in object.problems { note(problem.text, at: problem.place) }
            guard goesOn else { break }
        }
    }
}

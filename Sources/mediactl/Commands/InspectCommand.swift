import ArgumentParser
import MediaProbe
import PlayerCore

/// `inspect`.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Say what is in files and beside them: chapters, tags, artwork.",
        discussion: "Nothing is played, and mediad need not run.")

    @Argument(help: ArgumentHelp("Files.", valueName: "file"), completion: .file())
    var names: [String]

    @Flag(name: .customLong("json"), help: "Print one description a line, as JSON; times are seconds.")
    var isJSON = false

    @Flag(
        name: .customLong("images"), inversion: .prefixedNo,
        help: "In JSON, pictures inside the files, up to 1 MiB each, as data: URIs.")
    var hasImages = true

    /// Every file has its turn; one that cannot be read keeps nobody from seeing the others.
    func run() throws {
        var last: Failure?
        for (index, name) in names.enumerated() {
            do throws(Failure) {
                try show(name, isFirst: index == 0)
            } catch {
                if let last { Output.complain(last.message) }
                last = error
            }
        }
        if let last { throw last }
    }

    private func show(_ name: String, isFirst: Bool) throws(Failure) {
        let file = try InspectedFile(name)
        var item = file.item
        if isJSON {
            if hasImages {
                var images = InlinedImages(file.source)
                item = images.inlined(item)
            }
            Output.print(DescriptionJSON.text(item))
        } else {
            Output.print((isFirst ? "" : "\n") + InspectedView(item).lines.joined(separator: "\n"))
            if item.container == nil, item.description.details?.fields == MediaDetails.Fields() {
                Output.complain("\(name): of no format that chapters and tags are read from")
            }
            for problem in item.problems { Output.complain("\(name): \(problem)") }
        }
    }
}

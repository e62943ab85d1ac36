import ArgumentParser
import MediaProbe

/// `timeline`.
struct TimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline", abstract: "Draw the item's chapters, segments and position.",
        discussion: "The line is as wide as the terminal, or COLUMNS if it is set.")

    @Flag(help: "Redraw at every change, until interrupted.")
    var watch = false

    @OptionGroup var output: JSONOption

    func run() throws {
        let daemon = try DaemonConnection()
        guard watch else {
            let view = TimelineView(
                player: try daemon.properties(of: .player), chapters: try daemon.propertiesIfKnown(of: .chapters),
                segments: try daemon.propertiesIfKnown(of: .segments))
            return output.show(view.json, lines: TimelineDrawing(view: view, style: .current).lines)
        }
        var watch = try TimelineWatch(daemon)
        if output.isJSON {
            try follow(&watch) { Output.print($0.json.text(isPretty: false)) }
        } else {
            var screen = TimelineScreen()
            defer { screen.restore() }
            try follow(&watch) { screen.draw(TimelineDrawing(view: $0, style: .current).lines) }
        }
    }

    private func follow(_ watch: inout TimelineWatch, _ show: (TimelineView) -> Void) throws(Failure) {
        show(watch.view)
        while !Output.isAbandoned {
            if try watch.waitForChange() { show(watch.view) }
        }
    }
}

import ArgumentParser
import DBusKit
import MediaProbe
import PlayerCore

/// `proposal`: the item that is proposed to play next.
struct ProposalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proposal", abstract: "Show, accept or reject the proposed next item.",
        subcommands: [
            ProposalShowCommand.self, ProposalAcceptCommand.self, ProposalRejectCommand.self,
            ProposalDeferCommand.self,
        ], defaultSubcommand: ProposalShowCommand.self)
}

/// `proposal show`.
struct ProposalShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the proposed item.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let view = ProposalView(try DaemonConnection().properties(of: .proposal))
        output.show(view.json, lines: [view.line ?? "no proposal"])
    }
}

/// `proposal accept`.
struct ProposalAcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Play the proposed item now.")

    func run() throws { try DaemonConnection().callOnItem(.proposal, "Accept") }
}

/// `proposal reject`.
struct ProposalRejectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reject", abstract: "Reject the proposal for this item.")

    func run() throws { try DaemonConnection().callOnItem(.proposal, "Reject") }
}

/// `proposal defer`.
struct ProposalDeferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defer", abstract: "Hide the proposal until the item ends.")

    func run() throws { try DaemonConnection().callOnItem(.proposal, "Defer") }
}

/// The proposal for the next item.
struct ProposalView {
    /// `none`, `scheduled`, `presented`, `accepted`, `rejected` or `deferred`.
    let state: String
    private let proposal: [String: DBusValue]
    private let acceptsIn: MediaTime?
    private let isStillWatching: Bool

    /// - Parameter properties: the properties of `org.mediad.Proposal1`.
    init(_ properties: [String: DBusValue]) {
        state = properties["State"]?.asString ?? "none"
        proposal = properties["Proposal"]?.asDictionary ?? [:]
        acceptsIn = properties["AcceptsIn"]?.asInt64.flatMap { $0 < 0 ? nil : MediaTime(microseconds: $0) }
        isStillWatching = properties["StillWatching"]?.asBool ?? false
    }

    /// Whether there is nothing to show.
    var isEmpty: Bool { state == "none" && !isStillWatching }

    /// Whether the proposal is not relevant for viewers yet.
    var isWaiting: Bool { state == "scheduled" && !isStillWatching }

    private var name: String? {
        let title = proposal["title"]?.asString ?? ""
        guard title.isEmpty, let uri = proposal["uri"]?.asString else { return title.isEmpty ? nil : title }
        return MediaName(uri: uri)?.text ?? URIText.name(of: uri)
    }

    /// A line for people; nil if nothing is proposed.
    var line: String? {
        if isStillWatching { return "still watching? any command continues" }
        guard state != "none", let name else { return nil }
        var text = "Next: \(Output.visible(name))"
        switch state {
        case "scheduled": text += offer.map { ", offered \($0)" } ?? ""
        case "presented": text += ", offered now"
        default: text += ", \(state)"
        }
        if let acceptsIn { text += ", plays in \(DurationText(acceptsIn))" }
        return text
    }

    /// When a scheduled proposal is presented, if the proposal itself says it.
    private var offer: String? {
        guard let time = proposal["presentAt"]?.asInt64.map(MediaTime.init(microseconds:)) else { return nil }
        return time < .zero ? "\(DurationText(.zero - time)) before the end" : "at \(DurationText(time))"
    }

    var json: JSONValue {
        .members([
            "state": .string(state),
            "proposal": proposal.isEmpty ? nil : JSONValue(proposal),
            "acceptsIn": acceptsIn.map { JSONValue($0) },
            "stillWatching": .bool(isStillWatching),
        ])
    }
}

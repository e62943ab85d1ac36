internal import DBusKit
internal import PlayerCore

/// mediad's own error names, and the mapping from refusals and faults.
enum ServiceError {
    static let prefix = "org.mediad.Error."
    static let notSeekable = prefix + "NotSeekable"
    static let notPossible = prefix + "NotPossible"
    static let noOffer = prefix + "NoOffer"
    static let noProposal = prefix + "NoProposal"
    static let notFound = prefix + "NotFound"
    static let unsupported = prefix + "Unsupported"
    static let failed = prefix + "Failed"
}

extension DBusError {
    init(_ refusal: CommandRefusal) {
        switch refusal {
        case .notFound(let message): self.init(name: ServiceError.notFound, message: message.withoutPasswords)
        case .noOffer(let message): self.init(name: ServiceError.noOffer, message: message)
        case .noProposal(let message): self.init(name: ServiceError.noProposal, message: message)
        case .notPossible(let message), .nothingToPlay(let message), .mustBeLinear(let message):
            self.init(name: ServiceError.notPossible, message: message)
        case .notSeekable(let message): self.init(name: ServiceError.notSeekable, message: message)
        case .invalid(let message): self.init(.invalidArgs, message)
        }
    }

    init(_ fault: PlaybackFault) {
        let name =
            switch fault.code {
            case .sourceNotFound: ServiceError.notFound
            case .sourceUnsupported, .containerUnknown, .containerMissingPlugin, .decoderMissing, .noStreams:
                ServiceError.unsupported
            default: ServiceError.failed
            }
        self.init(name: name, message: fault.message)
    }
}

/// An action that a client offers to people while an item plays, such as "Like" or "Buy this song".
public struct ClientAction: Hashable, Sendable {
    /// The maximum number of actions that one client may offer for an item.
    public static let most = 20
    /// The maximum length of an id, in UTF-8 bytes.
    public static let longestID = 200
    /// The maximum length of a title, in UTF-8 bytes.
    public static let longestTitle = 500
    /// The maximum length of an icon, in UTF-8 bytes.
    public static let longestIcon = 4_096

    /// Unique among the actions of the item; ``PlayerNotice/Actions/invoked(_:)`` carries it.
    public var id: String
    /// The label of the button.
    public var title: String
    /// The position from which the action is offered; nil: the start of the item.
    public var from: MediaTime?
    /// The position at which the offer ends; nil: the end of the item.
    public var to: MediaTime?
    /// An icon name of the icon theme, or a `file:` URI.
    public var icon: String?

    public init(id: String, title: String, from: MediaTime? = nil, to: MediaTime? = nil, icon: String? = nil) {
        self.id = id
        self.title = title
        self.from = from
        self.to = to
        self.icon = icon
    }

    /// Whether the action is offered at a position.
    func contains(_ position: MediaTime) -> Bool {
        (from.map { $0 <= position } ?? true) && (to.map { position < $0 } ?? true)
    }
}

extension PlayerCommand {
    /// Commands for the actions that clients offer.
    public enum Actions: Hashable, Sendable {
        /// Replaces the actions that the client offers for the current item.
        case set([ClientAction], by: String)
        /// Withdraws everything that a client offers.
        case withdraw(by: String)
        /// Invokes an action by its id.
        case invoke(String)
    }
}

extension PlayerNotice {
    /// Notices about the actions of clients.
    public enum Actions: Hashable, Sendable {
        /// An action was invoked; its client must carry it out.
        case invoked(String)
    }
}

/// The published actions that clients offer for the current item.
public struct ActionSnapshot: Hashable, Sendable {
    /// An action and whether it can be invoked now.
    public struct Offered: Hashable, Sendable {
        public var action: ClientAction
        /// The client's unique bus name.
        public var owner: String
        /// Whether the action is offered at the current position.
        public var isVisible: Bool
        /// Whether it is the player's own, not a client's.
        public var isOwn: Bool { owner.isEmpty }

        public init(_ action: ClientAction, owner: String, isVisible: Bool) {
            self.action = action
            self.owner = owner
            self.isVisible = isVisible
        }
    }

    /// Grouped by client, in the order in which the clients first offered.
    public var offered: [Offered] = []

    public init() {}

    /// The actions that can be invoked now.
    public var visible: [ClientAction] { offered.lazy.filter(\.isVisible).map(\.action) }
}

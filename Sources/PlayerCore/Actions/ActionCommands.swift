/// Something that a client offers to people while its item plays, such as "Like" or "Buy this song".
public struct ClientAction: Hashable, Sendable {
    /// Actions that one client may offer for an item.
    public static let most = 20
    /// UTF-8 bytes of an id.
    public static let longestID = 200
    /// UTF-8 bytes of a title.
    public static let longestTitle = 500
    /// UTF-8 bytes of an icon.
    public static let longestIcon = 4_096

    /// Of no other action of the item; what ``PlayerNotice/Actions/invoked(_:)`` names.
    public var id: String
    /// What the button says.
    public var title: String
    /// Where in the item it begins to be offered; nil: at its start.
    public var from: MediaTime?
    /// Where it is offered no more; nil: to the item's end.
    public var to: MediaTime?
    /// The name of an icon of the theme, or a `file:` URI.
    public var icon: String?

    public init(id: String, title: String, from: MediaTime? = nil, to: MediaTime? = nil, icon: String? = nil) {
        self.id = id
        self.title = title
        self.from = from
        self.to = to
        self.icon = icon
    }

    /// Whether it is offered at a position.
    func contains(_ position: MediaTime) -> Bool {
        (from.map { $0 <= position } ?? true) && (to.map { position < $0 } ?? true)
    }
}

extension PlayerCommand {
    /// What anybody may ask of the actions that clients offer.
    public enum Actions: Hashable, Sendable {
        /// For the current item, in place of what the client offered for it before.
        case set([ClientAction], by: String)
        /// Takes back everything that a client offers.
        case withdraw(by: String)
        /// Somebody pressed it, by its id.
        case invoke(String)
    }
}

extension PlayerNotice {
    /// What happens to the actions of clients.
    public enum Actions: Hashable, Sendable {
        /// Somebody pressed it: its client is to do what it offered.
        case invoked(String)
    }
}

/// What clients offer for the current item, as the outside may read it.
public struct ActionSnapshot: Hashable, Sendable {
    /// An action, and whether it can be pressed now.
    public struct Offered: Hashable, Sendable {
        public var action: ClientAction
        /// The client's unique name.
        public var owner: String
        /// Whether the position is where it is offered.
        public var isVisible: Bool

        public init(_ action: ClientAction, owner: String, isVisible: Bool) {
            self.action = action
            self.owner = owner
            self.isVisible = isVisible
        }
    }

    /// Those of one client after those of another, in the order in which the clients came.
    public var offered: [Offered] = []

    public init() {}

    /// Those that can be pressed now.
    public var visible: [ClientAction] { offered.lazy.filter(\.isVisible).map(\.action) }
}

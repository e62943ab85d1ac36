/// What the player keeps of the cards between two events.
struct CardState: Sendable {
    var machine = CardMachine()
    /// Whose cards they are.
    var item: ItemID?
    /// Where in the window the picture sits beside a proposal.
    var pictureFrame: WindowRect?
}

/// How the controls in the window are used now, as far as it decides what is shown.
struct ControlState: Hashable, Sendable {
    /// Whether the transport bar is requested.
    var isBarShown = false
    /// The open panel.
    var panel: Panel?
    /// The open tab of the list of chapters.
    var tab = 0
    /// The row of the open list that must be visible; nil: the current one.
    var row: Int?
    var light: CardLight?
    /// The share of the line at the pointer; nil: the pointer is elsewhere.
    var hint: Double?
    /// The last key that did nothing.
    var refusal: Refusal?
    /// The share of the line to which it is dragged.
    var scrubbed: Double?

    /// A key that did nothing.
    struct Refusal: Hashable, Sendable {
        var why: Refused
        var at: MonotonicTime
    }
}

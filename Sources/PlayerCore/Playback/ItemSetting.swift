/// A setting that belongs to items: its value for the present item, and for items without their own.
struct ItemSetting<Value: Hashable & Sendable>: Sendable {
    /// The value now.
    private(set) var current: Value
    /// The value for items without their own.
    private(set) var usual: Value
    /// The values that were chosen for the current item and the preload.
    private var own: [ItemID: Value] = [:]

    init(_ value: Value) { (current, usual) = (value, value) }

    /// The value that was chosen for an item; nil: none was.
    func own(of id: ItemID) -> Value? { own[id] }

    /// A person chose a value: for an item, and for items without their own.
    mutating func choose(_ value: Value, for id: ItemID?) {
        (current, usual) = (value, value)
        if let id { own[id] = value }
    }

    /// Restores the value for items without their own.
    mutating func restore(_ value: Value) { usual = value }

    /// Takes over the value that was chosen for an item earlier, unless another one was chosen meanwhile.
    mutating func recall(_ value: Value, for id: ItemID) { if own[id] == nil { own[id] = value } }

    /// Takes over the value of an item, and forgets those of all but it and the next one.
    ///
    /// - Returns: whether the value is another one now.
    mutating func follow(_ id: ItemID?, next: ItemID?) -> Bool {
        if own.count > 1 { own = own.filter { $0.key == id || $0.key == next } }
        let value = id.flatMap { own[$0] } ?? usual
        defer { current = value }
        return value != current
    }
}

internal import GLibLoop

/// A weak reference for closures that are created before the item. Streaming threads only pass it on.
final class WeakItem: Sendable {
    @MediaActor weak var item: ItemPipeline?
}

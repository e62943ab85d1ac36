internal import GLibLoop

/// A weak reference for closures made before the item is: streaming threads only pass it on.
final class WeakItem: Sendable {
    @MediaActor weak var item: ItemPipeline?
}

// Whoever uses pipelines needs elements and pads, too.
@_exported public import GstElements

package import CGStreamer

/// Releases the reference that was passed to C.
package let releaseContext: GDestroyNotify = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// Releases the reference to the context of a signal handler.
package let releaseSignalContext: GClosureNotify = { data, _ in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

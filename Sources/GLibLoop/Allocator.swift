internal import CGLib

/// glibc's allocator, as far as a process with many short-lived threads has to tune it.
public enum Allocator {
    /// Lets threads share `count` arenas; to be called before there are threads.
    ///
    /// Every pipeline brings threads of its own, and glibc would give each an arena and keep it: a burst of 200 item
    /// changes left 340 MB behind.
    public static func limitArenas(to count: Int32) { cglib_limit_malloc_arenas(count) }
}

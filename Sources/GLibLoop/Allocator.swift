internal import CGLib

/// Memory tuning for a process that mostly waits and has many short-lived threads.
public enum Allocator {
    /// Lets threads share `count` arenas; call this before there are threads.
    ///
    /// Every pipeline starts threads, and glibc would create and keep an arena for each: a burst of 200 item changes
    /// left 340 MB behind.
    public static func limitArenas(to count: Int32) { cglib_limit_malloc_arenas(count) }

    /// Allocates every block of more than `bytes` in separate pages, which are returned to the system with the block.
    ///
    /// glibc would raise that threshold with the first large block that is freed. Later ones would then lie among
    /// small ones, and the gaps would never be returned: 4 to 5 MB more in ten minutes of `make soak`, none with the
    /// fixed threshold.
    public static func mapBlocks(beyond bytes: Int32) { cglib_map_large_blocks(bytes) }

    /// Returns free memory to the system if there is more than `bytes` of it; takes some milliseconds.
    ///
    /// glibc keeps freed memory. The process would keep what the most demanding item of the day needed.
    public static func returnFreeMemory(beyond bytes: Int) { cglib_return_free_memory(bytes) }
}

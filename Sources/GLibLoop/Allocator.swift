internal import CGLib

/// Memory, as far as a process that mostly waits and has many short-lived threads has to tune it.
public enum Allocator {
    /// Lets threads share `count` arenas; to be called before there are threads.
    ///
    /// Every pipeline brings threads of its own, and glibc would give each an arena and keep it: a burst of 200 item
    /// changes left 340 MB behind.
    public static func limitArenas(to count: Int32) { cglib_limit_malloc_arenas(count) }

    /// Gives every block of more than `bytes` pages of its own, which go back to the system with it.
    ///
    /// glibc would raise that limit with the first large block that is freed. Later ones then lie among small ones, and what
    /// is between them is never given back: 4 to 5 MB more in ten minutes of `make soak`, none with the limit.
    public static func mapBlocks(beyond bytes: Int32) { cglib_map_large_blocks(bytes) }

    /// Gives free memory back to the system where there is more than `bytes` of it; takes some milliseconds.
    ///
    /// glibc keeps what was freed. It then stays what the most greedy item of the day needed.
    public static func returnFreeMemory(beyond bytes: Int) { cglib_return_free_memory(bytes) }

    /// Lets go of the program's own code, most of which only starting needed; what runs again is mapped again from the
    /// page cache, 64 KiB at a fault. For a daemon that now waits, perhaps for days.
    public static func releaseStartUpCode() { cglib_unmap_code() }
}

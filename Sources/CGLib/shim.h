#pragma once
#include <glib.h>
#include <glib-unix.h>

// A source that is dispatched when g_source_set_ready_time says so: GLib offers no constructor for a bare one.
static gboolean cglib_ready_dispatch(GSource *source, GSourceFunc callback, gpointer data) {
    return callback ? callback(data) : G_SOURCE_REMOVE;
}
static GSourceFuncs cglib_ready_funcs = {NULL, NULL, cglib_ready_dispatch, NULL, NULL, NULL};
static inline GSource *cglib_ready_source_new(void) {
    return g_source_new(&cglib_ready_funcs, sizeof(GSource));
}

// The macro G_SOURCE_FUNC is a cast that Swift cannot write: an fd source calls back with its fd and condition.
static inline void cglib_source_set_fd_callback(GSource *source, GUnixFDSourceFunc callback, gpointer data,
                                                GDestroyNotify destroy) {
    g_source_set_callback(source, (GSourceFunc)(void (*)(void))callback, data, destroy);
}

// Not in Swift's Glibc module.
#include <malloc.h>
static inline void cglib_limit_malloc_arenas(int count) { mallopt(M_ARENA_MAX, count); }
static inline void cglib_map_large_blocks(int beyond) { mallopt(M_MMAP_THRESHOLD, beyond); mallopt(M_TRIM_THRESHOLD, beyond); }
static inline void cglib_return_free_memory(size_t beyond) {
    if (mallinfo2().fordblks > beyond) malloc_trim(0);
}

// spawn.h shows it only to GNU programs, which Swift's Glibc module is not; glibc has it since 2.34.
extern int cglib_spawn_close_from(void *actions, int first) __asm__("posix_spawn_file_actions_addclosefrom_np");

// Tells when a context goes to sleep and when it wakes: what GLib calls around its poll is a source's prepare and check.
typedef struct {
    GSource source;
    void (*turn)(void *data, gboolean is_awake);
    void *data;
} CGLibTurnSource;
static gboolean cglib_turn_prepare(GSource *source, gint *timeout) {
    CGLibTurnSource *own = (CGLibTurnSource *)source;
    *timeout = -1;
    own->turn(own->data, FALSE);
    return FALSE;
}
static gboolean cglib_turn_check(GSource *source) {
    CGLibTurnSource *own = (CGLibTurnSource *)source;
    own->turn(own->data, TRUE);
    return FALSE;
}
static GSourceFuncs cglib_turn_funcs = {cglib_turn_prepare, cglib_turn_check, NULL, NULL, NULL, NULL};
// Before all other sources, or GLib would leave it out when one of them is ready.
static inline GSource *cglib_turn_source_new(void (*turn)(void *data, gboolean is_awake), void *data) {
    GSource *source = g_source_new(&cglib_turn_funcs, sizeof(CGLibTurnSource));
    if (!source) return NULL;
    ((CGLibTurnSource *)source)->turn = turn;
    ((CGLibTurnSource *)source)->data = data;
    g_source_set_priority(source, G_MININT);
    return source;
}

// Not in Swift's Glibc module.
#include <sys/timerfd.h>
#include <unistd.h>
static inline int cglib_alarm_new(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }
// Goes off in so many microseconds; 0: not at all.
static inline void cglib_alarm_set(int alarm, gint64 microseconds) {
    struct itimerspec moment = {{0, 0}, {microseconds / 1000000, microseconds % 1000000 * 1000}};
    timerfd_settime(alarm, 0, &moment, NULL);
}

// Macros and structures of the kernel's that Swift does not see.
#include <errno.h>
#include <stddef.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#if defined(__x86_64__)
#define CGLIB_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define CGLIB_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

// Names the calling thread, as `top -H` shows it.
static inline void cglib_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// For the calling thread, what it starts, and their programs.
static inline void cglib_renounce_privileges(void) { prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// The most memory that this process may write to, in bytes, and the most processor time, in seconds; whoever takes more is
// refused the memory, or killed. No core of the memory is written. Returns 0 or an errno.
static inline int cglib_limit_process(guint64 memory, guint64 seconds) {
    struct rlimit data = {memory, memory}, time = {seconds, seconds + 1}, core = {0, 0};
    if (setrlimit(RLIMIT_DATA, &data) || setrlimit(RLIMIT_CPU, &time) || setrlimit(RLIMIT_CORE, &core)) return errno;
    return 0;
}

// No new sockets, nor what would lend those of other processes; refused calls fail with EACCES. Returns 0 or an errno.
static inline int cglib_renounce_sockets(gboolean whole_process) {
#ifdef CGLIB_AUDIT_ARCH
#define CGLIB_REFUSE(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)
    struct sock_filter steps[] = {
        // Another architecture's calls have other numbers: none of them is taken. Neither are x32's.
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CGLIB_AUDIT_ARCH, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        CGLIB_REFUSE(SYS_socket),
        // Opens sockets without the call above.
        CGLIB_REFUSE(425 /* io_uring_setup */),
        CGLIB_REFUSE(SYS_ptrace),
        CGLIB_REFUSE(SYS_process_vm_writev),
        CGLIB_REFUSE(438 /* pidfd_getfd */),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof steps / sizeof steps[0], steps};
    cglib_renounce_privileges();
    int flags = whole_process ? SECCOMP_FILTER_FLAG_TSYNC : 0;
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
    // Positive: a thread of that number could not be reached.
    return result == 0 ? 0 : result > 0 ? EBUSY : errno;
#else
    return ENOSYS;
#endif
}

#include <fcntl.h>
#include <linux/landlock.h>
#include <unistd.h>
// fcntl.h shows it only to GNU programs.
#ifndef O_PATH
#define O_PATH 010000000
#endif
#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

// Everything that changes a file system, for the calling thread and what it starts, but in these places. Places that do not
// exist are left out. Returns 0 or an errno: ENOSYS and EOPNOTSUPP where the kernel has no Landlock.
// https://docs.kernel.org/userspace-api/landlock.html
static inline int cglib_renounce_writing(const char *const *except, int count) {
    int version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 0) return errno;
    guint64 on_files = LANDLOCK_ACCESS_FS_WRITE_FILE;
    guint64 rights = on_files | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE
                     | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG
                     | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK
                     | LANDLOCK_ACCESS_FS_MAKE_SYM;
    if (version >= 2) rights |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3) { rights |= LANDLOCK_ACCESS_FS_TRUNCATE; on_files |= LANDLOCK_ACCESS_FS_TRUNCATE; }
    guint64 handled = rights;
    int rules = syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    if (rules < 0) return errno;
    for (int i = 0; i < count; i++) {
        struct landlock_path_beneath_attr rule = {rights, open(except[i], O_PATH | O_CLOEXEC)};
        if (rule.parent_fd < 0) continue;
        // A device is a file, which takes fewer rights than a folder.
        if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0)) {
            rule.allowed_access = on_files;
            syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        }
        close(rule.parent_fd);
    }
    cglib_renounce_privileges();
    int problem = syscall(SYS_landlock_restrict_self, rules, 0) ? errno : 0;
    close(rules);
    return problem;
}

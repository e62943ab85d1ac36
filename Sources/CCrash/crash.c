#include "CCrash.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

// What a fault of the program itself raises. Swift's runtime checks raise SIGILL or SIGTRAP, depending on the processor, and
// GLib's fatal messages SIGTRAP or SIGABRT. SIGABRT is also what systemd's watchdog sends.
static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
enum { count = sizeof faults / sizeof *faults };

static struct sigaction before[count];
static atomic_int file = -1;
static atomic_long place;

// Only calls that signal-safety(7) allows.
static void note(int signal, siginfo_t *info, void *context) {
    (void)context;
    int descriptor = atomic_exchange(&file, -1);
    if (descriptor >= 0) {
        char digits[2] = {(char)('0' + signal / 10 % 10), (char)('0' + signal % 10)};
        ssize_t written = pwrite(descriptor, digits, sizeof digits, atomic_load(&place));
        (void)written;
    }
    for (size_t index = 0; index < count; index++) {
        if (faults[index] == signal) sigaction(signal, &before[index], NULL);
    }
    // A fault of an instruction occurs again as soon as this returns, with its own cause and registers. What was sent, and
    // what stands behind its instruction (SIGTRAP), is sent again; it waits until this returns.
    if (info->si_code <= 0 || signal == SIGTRAP || signal == SIGABRT || signal == SIGSYS) raise(signal);
}

static void install(void) {
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
    action.sa_sigaction = note;
    sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < count; index++) sigaction(faults[index], &action, &before[index]);
}

void ccrash_note_in(int descriptor, long offset) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    atomic_store(&place, offset);
    atomic_store(&file, descriptor);
    if (descriptor >= 0) pthread_once(&once, install);
}

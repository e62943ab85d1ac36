#ifndef MEDIAD_CCRASH_H
#define MEDIAD_CCRASH_H

/// Has a signal that ends the process because of a fault write its number, as two digits, into a file. After that, the
/// signal does what it did before: a backtrace, a core dump, the end.
///
/// A thread whose stack is exhausted cannot run this; the file then stays as after SIGKILL.
///
/// - Parameters:
///   - descriptor: of a file that is open for writing and stays open; negative: nothing is written any more.
///   - offset: of the first digit.
void ccrash_note_in(int descriptor, long offset);

#endif

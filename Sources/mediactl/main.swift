import Glibc

// A reader that has enough (`| head -1`) is told by a write that fails, whether libdbus was there before or not.
// A closed standard stream would give its number to the bus's socket, and our words with it.
for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
signal(SIGPIPE, SIG_IGN)
exit(Mediactl.perform(Array(CommandLine.arguments.dropFirst())).rawValue)

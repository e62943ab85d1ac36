import Glibc

exit(Mediactl.perform(Array(CommandLine.arguments.dropFirst())).rawValue)

import Foundation
import Glibc
import Testing

@testable import MediaProbe

/// Files that fuzzing found. They break nothing any more, through whichever reader.
@Suite struct RegressionTests {
    @Test(arguments: FuzzSeeds.regressions) func breaksNothingAnyMore(_ file: URL) throws {
        let bytes = try FuzzSeeds.bytes(file)
        let name = file.lastPathComponent
        #expect(FuzzTarget.allCases.contains { name.hasPrefix($0.rawValue + "-") }, "\(name) names no target")
        let before = Self.largestMemory
        for target in FuzzTarget.allCases {
            let start = ContinuousClock.now
            #expect(target.broken(by: bytes) == [], "\(name) through \(target.rawValue)")
            // A debug build on a busy machine is many times slower than what is installed, which has a second.
            #expect(ContinuousClock.now - start < .seconds(10), "\(name) through \(target.rawValue)")
        }
        #expect(Self.largestMemory - before < 300 << 20, "\(name) takes too much memory")
    }

    /// The most bytes that this process ever had in memory.
    private static var largestMemory: Int {
        var usage = rusage()
        getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss << 10
    }
}

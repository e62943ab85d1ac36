import Glibc

/// The program is called by its target's name: `.build/fuzz/bin/mp4`.
private let target: FuzzTarget = {
    let name = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("There is no target '\(name)': call this by one of \(FuzzTarget.allCases.map(\.rawValue)).")
    }
    return target
}()

/// With `MEDIAD_FUZZ_CUT` in the environment each input is cut after each of its bytes, a large one at 16,384 places, and
/// every beginning read.
private let isCutting = getenv("MEDIAD_FUZZ_CUT") != nil

/// libFuzzer's door: one input. What a reader promised and did not keep is a finding, as a trap is.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    for cut in stride(from: isCutting ? 0 : count, through: count, by: max(1, count / 16_384)) {
        let broken = target.broken(by: Array(input[..<cut]))
        guard broken.isEmpty else { fatalError("\(cut) bytes: \(broken.joined(separator: "; "))") }
    }
    return 0
}

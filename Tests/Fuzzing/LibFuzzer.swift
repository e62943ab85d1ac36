/// The program is called by its target's name: `.build/fuzz/bin/mp4`.
private let target: FuzzTarget = {
    let name = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("There is no target '\(name)': call this by one of \(FuzzTarget.allCases.map(\.rawValue)).")
    }
    return target
}()

/// libFuzzer's door: one input. What a reader promised and did not keep is a finding, as a trap is.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let broken = target.broken(by: Array(UnsafeBufferPointer(start: start, count: count)))
    guard broken.isEmpty else { fatalError(broken.joined(separator: "; ")) }
    return 0
}

import Testing

@testable import mediactl

@Suite struct AmountTests {
    @Test(arguments: [
        ("0.5", AmountArgument.value(0.5)), ("50%", .value(0.5)), ("1", .value(0.01)), ("0", .value(0)),
        ("1.0", .value(1)), ("+0.05", .change(0.05)),
        ("-5%", .change(-0.05)), ("+10%", .change(0.1)), ("50 %", .value(0.5)), ("1.5", .value(1.5)),
        // Above 1.5 they can only be percentages.
        ("1.6", .value(0.016)), ("5", .value(0.05)), ("100", .value(1)), ("150", .value(1.5)), ("+5", .change(0.05)),
        ("-10", .change(-0.1)), ("+1", .change(0.01)), ("-1", .change(-0.01)), ("+0.1", .change(0.1)),
        ("+1.0", .change(1)),
    ]) func amountsAreRead(text: String, expected: AmountArgument) {
        #expect(AmountArgument(argument: text) == expected)
    }

    @Test(arguments: ["", "+", "%", "nan", "inf", "0x1p3", "1e3", "--1", "5%%", "1,5", "5  %", " %"])
    func nonsenseIsRefused(text: String) {
        #expect(AmountArgument(argument: text) == nil)
    }

    @Test func changesEndAtZeroAndMeetRoundValues() {
        #expect(AmountArgument.change(-0.5).applied(to: 0.2) == 0)
        #expect((0..<18).reduce(0.1) { old, _ in AmountArgument.change(0.05).applied(to: old) } == 1)
        #expect(AmountArgument.value(1.5).applied(to: 0.2) == 1.5)
    }

    @Test(arguments: [("3", 3...3), ("2-5", 2...5), ("4-4", 4...4)] as [(String, ClosedRange<UInt32>)])
    func itemNumbersAreRead(text: String, range: ClosedRange<UInt32>) {
        #expect(ItemNumbers(argument: text)?.range == range)
    }

    @Test(arguments: ["0", "", "-", "3-", "-3", "5-2", "a", "1-2-3", "4294967296"])
    func itemNumbersStartAtOne(text: String) {
        #expect(ItemNumbers(argument: text) == nil)
    }

    @Test(arguments: [(0.5, "50 %"), (1.5, "150 %"), (0, "0 %"), (0.333, "33.3 %"), (0.55, "55 %")])
    func volumesArePercentagesThatCanBeReadAgain(volume: Double, text: String) {
        #expect(VolumeText(volume).description == text)
        #expect(AmountArgument(argument: text) == .value(volume))
    }

    @Test(arguments: [(1.0, "1"), (0.5, "0.5"), (1.25, "1.25"), (0.333_333, "0.333"), (0, "0"), (-0.05, "-0.05")])
    func numbersAreShort(value: Double, text: String) {
        #expect(NumberText(value).description == text)
    }

    @Test("a delay may have a unit", arguments: [("0.2", 0.2), ("0.2s", 0.2), ("+80ms", 0.58), ("-100ms", 0.4)])
    func delays(text: String, delay: Double) throws {
        #expect(try #require(DelayArgument(argument: text)).applied(to: 0.5) == delay)
    }

    @Test(arguments: ["", "s", "ms", "2m", "1h", "+-1s"]) func otherUnitsAreNoDelays(text: String) {
        #expect(DelayArgument(argument: text) == nil)
    }
}

import Testing

@testable import Gst

/// Which part of a stream a server has refused.
@Suite struct RefusedRequestTests {
    private static let debug = """
        ../ext/soup/gstsouphttpsrc.c(1683): gst_soup_http_src_parse_status (): /GstSoupHTTPSrc:souphttpsrc0:
        Not Found (404), URL: http://a.example/404/3.ts?a,b, Redirect to: (NULL)
        """

    private static func error(of element: String, _ debug: String?) -> GstError {
        GstError(domain: .resource, code: 3, message: "Not Found", debug: debug, element: element)
    }

    @Test func aDemuxersErrorNamesIt() {
        let refused = Self.error(of: "hlsdemux", Self.debug).refusedRequest
        #expect(refused?.status == 404 && refused?.uri == "http://a.example/404/3.ts?a,b")
        #expect(Self.error(of: "souphttpsrc", Self.debug).refusedRequest == nil, "the item itself")
    }

    /// As hlsdemux of GStreamer 1.22 reports it.
    @Test func itMayStandInTheMessage() {
        let error = GstError(
            domain: .resource, code: 3, message: Self.debug, debug: "Error on stream hlsdemux0:src_0",
            element: "hlsdemux")
        #expect(error.refusedRequest?.status == 404 && error.refusedRequest?.uri == "http://a.example/404/3.ts?a,b")
    }

    @Test(arguments: [nil, "", "Not Found (404)", "(200), URL: http://a, Redirect to: b", "x), URL: y", "(), URL: "])
    func otherErrorsNameNone(debug: String?) { #expect(Self.error(of: "hlsdemux", debug).refusedRequest == nil) }

    @Test func theSentenceIsAboutThePart() {
        let failure = SourceFailure(Self.error(of: "hlsdemux", Self.debug), uri: "http://a.example/l.m3u8", missing: [])
        #expect(failure.kind == .notFound)
        #expect(
            failure.message
                == "The server does not have a part of the stream (HTTP 404): http://a.example/404/3.ts?a,b. "
                + "Try again later.")
    }
}

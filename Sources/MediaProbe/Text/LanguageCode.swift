internal import PlayerCore

/// Converts the language codes of containers to BCP 47 tags (RFC 5646).
enum LanguageCode {
    /// Returns a normalised BCP 47 tag for an ISO 639 code of two or three letters (terminological or bibliographic),
    /// such a code with a country (`eng-US`, `pt_BR`), or a tag.
    ///
    /// The shortest ISO 639 code is used, and scripts and countries are written as usual (`zh-Hant-TW`). Returns `und`
    /// if the code is empty, does not have the form of a tag, or means an unknown language (`und`, `mis`).
    static func bcp47(_ code: String) -> String {
        let parts = code.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map { $0.lowercased() }
        guard code.utf8.count <= LanguageMatching.longest, parts.allSatisfy(isSubtag), let first = parts.first else {
            return "und"
        }
        if first == "x" || first == "i" { return parts.count > 1 ? parts.joined(separator: "-") : "und" }
        guard first.utf8.count >= 2, first.allSatisfy(\.isLetter) else { return "und" }
        let language = replaced[first] ?? shorter[first] ?? first
        guard language != "und", language != "mis" else { return "und" }

        var tag = language
        // A single letter begins an extension, which contains no scripts or countries.
        var isExtension = false
        for part in parts.dropFirst() {
            isExtension = isExtension || part.utf8.count == 1
            tag += "-" + (isExtension ? part : written(part))
        }
        return tag
    }

    /// The same with a country: an ISO 3166-1 code or an Internet top-level domain; anything else is left out.
    static func bcp47(_ code: String, country: String) -> String {
        let language = bcp47(code)
        let letters = country.uppercased()
        guard language != "und", letters.utf8.count == 2, letters.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return language
        }
        return "\(language)-\(letters == "UK" ? "GB" : letters)"
    }

    private static func isSubtag(_ part: String) -> Bool {
        (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// RFC 5646 section 2.1.1: four letters are a script, two a country.
    private static func written(_ part: String) -> String {
        guard part.allSatisfy(\.isLetter) else { return part }
        return switch part.utf8.count {
        case 2: part.uppercased()
        case 4: part.prefix(1).uppercased() + part.dropFirst()
        default: part
        }
    }

    /// Two-letter codes that have a successor in the registry of language subtags.
    private static let replaced = ["in": "id", "iw": "he", "ji": "yi", "jw": "jv", "mo": "ro", "sh": "sr-Latn"]

    /// The ISO 639-2 codes that have a two-letter equivalent (the Library of Congress' list, with the withdrawn scc,
    /// scr and mol).
    private static let shorter: [String: String] = {
        var codes: [String: String] = [:]
        for pair in table.split(whereSeparator: \.isWhitespace) {
            codes[String(pair.prefix(3))] = String(pair.suffix(2))
        }
        return codes
    }()

    /// All codes of ISO 639-1, and those of 639-2 that have an equivalent there.
    static var known: [String] { Array(shorter.keys) + Array(shorter.values) + Array(replaced.keys) }

    private static let table = """
        aar:aa abk:ab afr:af aka:ak alb:sq amh:am ara:ar arg:an arm:hy asm:as ava:av ave:ae aym:ay aze:az bak:ba
        bam:bm baq:eu bel:be ben:bn bih:bh bis:bi bod:bo bos:bs bre:br bul:bg bur:my cat:ca ces:cs cha:ch che:ce
        chi:zh chu:cu chv:cv cor:kw cos:co cre:cr cym:cy cze:cs dan:da deu:de div:dv dut:nl dzo:dz ell:el eng:en
        epo:eo est:et eus:eu ewe:ee fao:fo fas:fa fij:fj fin:fi fra:fr fre:fr fry:fy ful:ff geo:ka ger:de gla:gd
        gle:ga glg:gl glv:gv gre:el grn:gn guj:gu hat:ht hau:ha heb:he her:hz hin:hi hmo:ho hrv:hr hun:hu hye:hy
        ibo:ig ice:is ido:io iii:ii iku:iu ile:ie ina:ia ind:id ipk:ik isl:is ita:it jav:jv jpn:ja kal:kl kan:kn
        kas:ks kat:ka kau:kr kaz:kk khm:km kik:ki kin:rw kir:ky kom:kv kon:kg kor:ko kua:kj kur:ku lao:lo lat:la
        lav:lv lim:li lin:ln lit:lt ltz:lb lub:lu lug:lg mac:mk mah:mh mal:ml mao:mi mar:mr may:ms mkd:mk mlg:mg
        mlt:mt mol:ro mon:mn mri:mi msa:ms mya:my nau:na nav:nv nbl:nr nde:nd ndo:ng nep:ne nld:nl nno:nn nob:nb
        nor:no nya:ny oci:oc oji:oj ori:or orm:om oss:os pan:pa per:fa pli:pi pol:pl por:pt pus:ps que:qu roh:rm
        ron:ro rum:ro run:rn rus:ru sag:sg san:sa scc:sr scr:hr sin:si slk:sk slo:sk slv:sl sme:se smo:sm sna:sn
        snd:sd som:so sot:st spa:es sqi:sq srd:sc srp:sr ssw:ss sun:su swa:sw swe:sv tah:ty tam:ta tat:tt tel:te
        tgk:tg tgl:tl tha:th tib:bo tir:ti ton:to tsn:tn tso:ts tuk:tk tur:tr twi:tw uig:ug ukr:uk urd:ur uzb:uz
        ven:ve vie:vi vol:vo wel:cy wln:wa wol:wo xho:xh yid:yi yor:yo zha:za zho:zh zul:zu
        """
}

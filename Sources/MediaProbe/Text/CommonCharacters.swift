internal import GLibLoop

/// The characters that make up most of a text, by their codes. They tell Chinese from Korean where both have the same
/// bytes.
enum CommonCharacters {
    /// In GB 2312: the most frequent characters of modern Chinese, and words of songs.
    static let chinese = codes(
        """
        的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里
        用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实
        日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政
        美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员
        解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件
        计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象
        完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔风飞花歌
        曲爱乐音夜雨雪春秋红黑星梦首专辑演唱版集章节卷孩丽青城君离远酒云江湖河阳影舞台桥树火泪吻念永恒简单故
        乡童朋友谁忘旧归途旅京华龙凤宝贝幸福快悲伤温柔痛苦甜蜜阔
        """, in: "GB18030")

    /// In KS X 1001: the most frequent syllables of Korean, and words of songs.
    static let korean = codes(
        """
        이다는을의가에고하지은도를서나로한기사리그어인자대시아니라스해정수만일보제게들있부여주전장선과와동없
        것면성우안무말내마때더상거오구으러저원조화생야신국공모든적려요른세습네않었했음까계소실문유경물감노래
        랑밤별눈꿈늘길비바람너날녕미영진연중방송합집속금분간추강당발현치배호통위점준차교년월혼입온줄봄름겨울
        행복운명림함께빛청춘
        """, in: "UHC")

    /// The codes of characters of two bytes; empty if this system does not know the encoding.
    private static func codes(_ text: String, in encoding: String) -> Set<UInt16> {
        let characters = text.filter { !$0.isWhitespace }
        guard let bytes = TextEncoding.bytes(String(characters), in: encoding), bytes.count == 2 * characters.count
        else {
            return []
        }
        return Set(stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) })
    }
}

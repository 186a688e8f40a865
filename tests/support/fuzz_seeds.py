"""Files that fuzzing begins with, written for it: the kinds of file that each reader knows, small."""

import io
import struct
import zipfile

from file_readers import PART_END
from PIL import Image
from small_reports import player_line, team_line, trf

CAMT = (
    b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>'
    b"<Id>2026-047</Id><CreDtTm>2026-11-20T06:00:00+01:00</CreDtTm>"
    b"<Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id><Ccy>EUR</Ccy></Acct>"
    b"<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy='EUR'>10.00</Amt>"
    b"<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-18</Dt></Dt></Bal>%s</Stmt></BkToCstmrStmt></Document>"
)
ENTRY = (
    b"<Ntry><Amt Ccy='EUR'>60.00</Amt><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>"
    b"<BookgDt><Dt>2026-11-18</Dt></BookgDt><ValDt><DtTm>2026-11-18T01:00:00</DtTm></ValDt>"
    b"<AcctSvcrRef>B1</AcctSvcrRef>%s</Ntry>"
)
DETAILS = (
    b"<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs>"
    b"<Amt Ccy='EUR'>50.00</Amt><RltdPties><Dbtr><Pty><Nm>Anna</Nm></Pty></Dbtr>"
    b"<DbtrAcct><Id><IBAN>NL20INGB0001234567</IBAN></Id></DbtrAcct></RltdPties>"
    b"<RmtInf><Ustrd>dues</Ustrd><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>"
    b"<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>"
    b"<TxDtls><Amt Ccy='EUR'>10.00</Amt></TxDtls></NtryDtls>"
)
SAMPLES = [
    CAMT % (ENTRY % (b"CRDT", DETAILS)),
    CAMT % (ENTRY % (b"DBIT", b"<RvslInd>true</RvslInd><AddtlNtryInf>fee</AddtlNtryInf>")),
    (CAMT % (ENTRY % (b"CRDT", DETAILS)))
    .replace(b".08", b".02")
    .replace(b"<Pty>", b"")
    .replace(b"</Pty>", b""),
]
LIST = b"Name;ID;Rating;Born;Fed;Title;Club\nJansen, Anna;101;2100;1990-05-01;NED;MF;De Dam\n"
FIDE_HEADING = b"ID Number      Name                    Fed Sex Tit  WTit SEP26 Gms K  B-day Flag\n"
FIDE_LINE = b"1234567        Jansen, Anna            NED F   FM   WIM  2310  4   20 1990  i\n"
FIDE_XML = (
    b"<playerslist><player><fideid>1234567</fideid><name>Jansen, Anna</name><country>NED</country>"
    b"<sex>F</sex><title>FM</title><rating>2310</rating><rapid_rating>2200</rapid_rating><birthday>1990</birthday>"
    b"<flag>i</flag></player></playerslist>"
)
LIDRAUGHTS = b'{"rank":1,"rating":1900,"username":"Anna","title":"FM","performance":2000,"fullName":"Anna"}\n'

PDN = [
    b'[Event "Club"]\n[GameType "20"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 {a} 10-14 $1 (3... 9-4) 2-0\n',
    b'[FEN "W:W18,K27:B9,12"]\n[SetUp "1"]\n[GameType "25"]\n1. c3-d4 d6-c5 2. b2-c3! *\n',
    b'[GameType "20,W,10,0,N2,0"]\r\n[Date "2026.11.??"]\r\n[Round "3"]\r\n1. 33-29 18-23? 2. 29:18 1-1\r\n',
    b'[GameType "40"]\n[Result "0-0"]\n1. 32-28 {[%clock w0:01:00 B0:00:59]} /FEN "B:W1:B50"/ 2. 1-0\n',
    b"1.32-28 18-23 2.38-32 12-18 3.42-38 7-12 4.47-42 1-7 5.31-27 20-24 1-1\n; to the end\n% no\n",
    '\ufeff[Белые "Анна"]\n[Результат "2-0"]\n1. c3-d4 d6-e5 2. d4:f6 e7:g5 {хорошо}\n'.encode(),
    '[Event "x"]\n1. 32-28 *\n'.encode("utf-16"),
    b'[Event "Frisian"]\n[GameType "40"]\n[FEN "W:WK42,31:BK5,9:H0:F1:+0+242"]\n1. 42-37 5-10 2. 37x5 0-0\n',
    b'[GameType "21"]\n1. ab4 ba5 2. bc5 (2. b4xd6) db4 3. ac5 2-0 [Event "2"]\n1. @@ -- 34-30 [%eval 1] *\n',
]
PLAYERS = [player_line(1, 1.0, "2w1", "-U"), player_line(2, 0.0, "1b0", "-Z"), player_line(3, 1.0, "-H", "")]
TRF = [
    trf(*PLAYERS),
    trf(*PLAYERS, "XXR 5", "XXZ 3", "XXA    1  1.0", "XXP 1 2", "XXS W=1.0 D=0.5", "XXC rank white1"),
    trf(*PLAYERS, team_line(1, "De Dam", 1, 2, points=("2", "1")), team_line(2, "Bo", 3)),
    trf(*PLAYERS, "013 De Dam                             1    2", "132                  26/11/28  26/11/29"),
    trf(
        *PLAYERS,
        "162 W 1.0 D 0.5 L 0.0",
        "202 BH,SB",
        "212 PTS,DE",
        "222 60+30",
        "240 F 1 3",
        "250 1.0 1 2 1 3",
    ),
    trf(
        *PLAYERS,
        "260 1 2 1 2",
        "299 F 1 2 3",
        "300 1 1 2 1 2",
        "320 1 0.5",
        "330 + 1 2",
        "801 1 W",
        "802 1 D",
    ),
    trf(
        *PLAYERS,
        "022 Dam",
        "032 NED",
        "042 2026/11/28",
        "052 2026/11/29",
        "062 3",
        "102 Arbiter",
        "352 WBWB",
        "362 TW 2",
    ),
    b"001    1 m  g Jansen, Anna                      2100 NED     1234567 1990/05/01  1.5    1\r\n",
]
TABLE = [
    LIST,
    LIST.replace(b";", b",") + b'"Bo ""the"" Dam",7\n',
    LIST.replace(b";", b"\t").decode().encode("utf-16"),
    "Имя;Рейтинг\nЮлия;1900\n".encode("cp1251"),
]
STYLES = b'<s><numFmts><numFmt numFmtId="170" formatCode="d/m/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/>'
SHEET = b'<w><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>ID</t></is></c></row>'
BOOK = [
    b"<Types/>",
    b'<w xmlns:r="u"><sheets><sheet name="1" r:id="r1"/></sheets></w>',
    b'<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>',
    STYLES + b'<xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></s>',
    b"<sst><si><t>Name</t></si><si><r><t>An</t></r><r><t>na</t></r></si></sst>",
    SHEET + b'<row><c r="A2" t="s"><v>1</v></c><c s="1"><v>45000</v></c><c s="2"><v>1.5</v></c></row></w>',
]
SPREADSHEET = [PART_END.join(BOOK), PART_END.join([BOOK[0], b"", b"", b"", b"", BOOK[5]])]
BANK_HEADING = b"Datum;Naam;Tegenrekening;Bedrag;Af Bij;Omschrijving\n"
BANK_TABLE = BANK_HEADING + b"18-11-2026;Anna;NL20INGB0001234567;1.234,56;Bij;due\n"


def packed(name, data):
    """Return a zip of one file, not compressed, so that a change of a byte stays one."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo(name), data)
    return buffer.getvalue()


def picture(kind, mode="RGB", edge=100, **more):
    buffer = io.BytesIO()
    Image.new(mode, (edge, edge)).save(buffer, kind, **more)
    return buffer.getvalue()


def turned():
    """Facts of a camera: a picture lying on its side, a maker and a resolution."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x011A] = 6, "A camera", 72.0
    return exif


def oriented_png():
    """Return a PNG with metadata of little-endian order, cut off in the middle."""
    return picture("PNG", exif=b"Exif\0\0II*\0" + struct.pack("<IHHHIHH", 8, 1, 0x0112, 3, 1, 6, 0))


SEEDS = {
    "PDN": PDN,
    "judged": PDN,
    "FEN": [
        b"W:W18,K27:B9,12",
        b"B:WKa1,c3-e5:Bh8.",
        b"?:W1-20:BK31-50:H0:F12:+1+242",
        b"W:B 4 , 5:W 31,,32",
    ],
    "TRF": TRF,
    "table": [*TABLE, packed("xl/worksheets/sheet1.xml", BOOK[5])],
    "spreadsheet": SPREADSHEET,
    "bank": [*SAMPLES, BANK_TABLE, BANK_TABLE.replace(b";", b","), packed("a.csv", BANK_TABLE)],
    "players": [
        *(*TABLE, TRF[0], TRF[-1], FIDE_HEADING + FIDE_LINE, FIDE_XML, LIDRAUGHTS, b"[" + LIDRAUGHTS + b"]"),
        packed("list.csv", LIST),
        packed("list.txt", FIDE_HEADING + FIDE_LINE),
        packed("[Content_Types].xml", b"<Types/>"),
    ],
    "pictures": [
        *(picture("JPEG"), picture("JPEG", exif=turned()), picture("JPEG", "L", progressive=True)),
        *(picture("PNG", "RGBA"), picture("PNG", "P"), picture("PNG", "I;16"), oriented_png()),
        *(picture("WEBP"), picture("WEBP", "RGBA", lossless=True), picture("PNG", edge=20)),
        picture("MPO", save_all=True, append_images=[Image.new("RGB", (100, 100))]),
    ],
}

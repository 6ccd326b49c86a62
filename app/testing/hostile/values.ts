import { createRequire } from "node:module";

// What nobody sends who means well: texts, values, bodies as bytes, and query strings.

export const TEXTS = [
  ...[
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udfff\ud800",
    "\u202e\u0000",
    "x".repeat(100_000),
    "é".repeat(300),
    "%",
    "_",
    "\\",
  ],
  ...[
    "' or 1=1--",
    "${7*7}{{7*7}}",
    "../../etc/passwd",
    "null",
    "undefined",
    "NaN",
    "[object Object]",
    "true",
    ",",
    ",,a",
    "__proto__",
  ],
  ...["0", "-1", "1.5", "1e9", "1e400", "-0", "0x10", "1000000000", "99999999999999999999", "Infinity"],
  ...["2026-02-30", "0000-00-00", "2026-13-01", "9999-12-31", "-000001-01-01", "1969-12-31", "2200-01-01", "2026-2-3"],
  ...[
    "2026-02-30T00:00:00Z",
    "2026-01-01T25:00:00Z",
    "2026-06-30T23:59:60Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ],
  ...[
    "+275760-09-13T00:00:00Z",
    "2026-01-01T00:00:00+99:99",
    "2026-01-01",
    "2026-01-01 00:00",
    "24:00",
    "99:99",
    "00:00",
  ],
  ...[
    "Europe/Nowhere",
    "UTC+1",
    "EST5EDT4",
    "../UTC",
    "XTS",
    "zz-zz-zz-zz",
    "http://[::1",
    "javascript:alert(1)",
    "*.",
    "a@b",
  ],
  "00000000-0000-0000-0000-000000000000",
  "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
];

const naughty = createRequire(import.meta.url)("big-list-of-naughty-strings") as string[]; // the package is one JSON file

/** The texts above and the big list of naughty strings (npm), which has scripts, bidi, zalgo, emoji and injections. */
export const ALL_TEXTS: string[] = [...TEXTS, ...naughty];

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
const wide = (names: number) => Object.fromEntries(Array.from({ length: names }, (_, index) => [`k${index}`, index]));
export const VALUES: unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e9, -1e9, 2 ** 31, 2 ** 53, 1e21, 1e308, 5e-324],
  ...[[], {}, [[]], [null], ["x"], [0], [{}], Array(5000).fill("x"), Array(300).fill({})],
  ...[
    { constructor: { prototype: {} } },
    { toString: 1 },
    { length: 1e9 },
    { a: "\u0000" },
    { "\u0000": 1 },
    { "\ud800": 1 },
    { a: "\ud800" },
  ],
  ...[deep(12), deep(19), deep(40), wide(5000), { then: "x" }],
];

/** Bodies as bytes: what JSON.stringify would never write. */
export const RAW: (string | Uint8Array<ArrayBuffer>)[] = [
  ...[
    "null",
    "[]",
    '"x"',
    "1",
    "true",
    "",
    " ",
    "{",
    "{}}",
    "\ufeff{}",
    "{'a':1}",
    '{"a":1,}',
    "NaN",
    "[".repeat(100_000),
  ],
  ...[
    '{"__proto__":{"role":"owner"}}',
    '{"constructor":1}',
    '{"a":{"__proto__":1}}',
    '{"":1}',
    '{"a":1e999}',
    '{"a":"\\ud800"}',
  ],
  ...[`{${'"a":1,'.repeat(20_000)}"a":2}`, `{"a":${"[".repeat(50)}${"]".repeat(50)}}`, `"${"x".repeat(262_144)}"`],
  new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
  new Uint8Array([0xed, 0xa0, 0x80]),
];

/** Documents that are no JSON by RFC 8259, or that parsers read in different ways. */
export const JSON_CASES: string[] = [
  ...["[1 true]", "[a\u00e9]", '["": 1]', '[""],', "[,1]", "[1,,2]", '["x"]]', '["",]', '["x"', "[x", "[3[4]]", "[,]"],
  ...["[-]", '[""', "[*]", "[\n1", "[fals]", "[nul]", "[tru]", "[++1]", "[+1]", "[-01]", "[-1.0.]", "[.-1]", "[0.e1]"],
  ...["[0e+]", "[1eE2]", "[2.e3]", "[Inf]", "[-NaN]", "[0x1]", "[1+2]", "[012]", "[-2.]", "[1_000]", "[１]", "[1e1.5]"],
  ...['["x", truth]', '{[: "x"}', '{"x", null}', '{"x"::"b"}', '{"a":"a" 123}', "{key: 'value'}", '{"a" b}', '{:"b"}'],
  ...["{1:1}", "{null:null}", '{"id":0,,,,,}', '{"a":"b"}/**/', '{"a":"b"}#', '{"a":true} "x"', '{"a":"a', '{a:"b"}'],
  ...['["\\u00A"]', '["\\x00"]', '["\\a"]', '["\\', '["\\uD800\\u"]', '["\\u{1F600}"]', '["new\nline"]', '["\t"]', '"'],
  ...[
    "",
    " ",
    "<.>",
    "[<null>]",
    "[1]x",
    "[1]]",
    '{"a":/*comment*/"b"}',
    "[\\n]",
    "[\u000c]",
    "\u2060[]",
    "&",
    "\u00a0{}",
  ],
  ...["[123e-10000000]", "[0.4e00669999999999999999999999999999]", "[-237462374673276894279832749832423479823246]"],
  ...[
    '["\\uDADA"]',
    '["\\uDd1e\\uD834"]',
    '["\\uFFFF\\u0000"]',
    '{"\\uDFAA":0}',
    '{"a":1,"a":{"a":1},"a":[1]}',
    "[-0]",
  ],
];

/** Query strings as they are sent; {name} is the parameter's. */
export const ENCODED = [
  ...["=", "=%", "=%ZZ", "=%C0%80", "=%00", "=%ED%A0%80", "=a&{name}=b", "[]=1", "[a]=1", "=%F0%28%8C%BC"],
  ...["", "==", "=+", "=%2B", "=%26", "=%23", "=1&{name}", "=1&{name}=1&{name}=1", "[__proto__]=1", "=%0d%0aX:%201"],
];

export const DATES = [
  ...["2026-02-29", "2027-04-31", "1970-01-01", "2199-12-31", "0000-01-01", "10000-01-01", "2026-W07-3", "2026-366"],
  ...[
    "2026-11-22T24:00:00Z",
    "2026-11-22T23:59:60Z",
    "2026-11-22T09:00:00",
    "2026-11-22T09:00:00-00:00",
    "2026-11-22t09:00:00z",
  ],
  ...[
    "2026-03-29T02:30:00+01:00",
    "2026-11-22T09:00:00.123456789Z",
    "2026-11-22T09Z",
    "2026-11-22T09:00:00+14:01",
    "now",
  ],
  ...[
    "١٢٣٤-٠١-٠١",
    "2026-11-22 ",
    "2026−11−22",
    "infinity",
    "-infinity",
    "epoch",
    "4714-11-24 BC",
    "1e3-01-01",
    "22:60",
  ],
];

export const ZONES = [
  ...["europe/amsterdam", "Etc/GMT+14", "Antarctica/Troll", "America/Argentina/ComodRivadavia", "right/UTC", "Factory"],
  ...[
    "posixrules",
    "localtime",
    "EST",
    "GMT0",
    "Z",
    "+01:00",
    "-00:00",
    "UTC\u0000",
    "Europe/Amsterdam ",
    "../../etc/localtime",
  ],
  ...[
    "Europe/Amsterdam'; select 1",
    "Asia/Kolkata\n",
    "US/Pacific-New",
    "SystemV/PST8PDT",
    "IST",
    "A".repeat(64),
    "Pacific/Apia",
  ],
];

import { describe, expect, test } from "vitest";
import { mostSelectivePart, referenceStart, typedNumber, typedText } from "./typed-text";

describe("the search fragment", () => {
  test.each([
    ["anna jansen", "jansen"],
    ["jansen", "jansen"],
    ["anna.jansen.4711@mail.example", "4711"],
    ["anna.jansen.7@elsewhere.example", "jansen"],
    ["+31 6 12345678", "345678"],
    ["route 666 kaffee", "kaffee"],
    ["o'neill", "neill"],
    ["çarla ñuñez", "çarla"],
    ["wolfeschlegelstein", "wolfes"],
    ["al@mail.example", "exampl"],
    ["@mail", "mail"],
    ["r_s", "r_s"],
    ["%%", "%%"],
    ["𝒜𝒷𝒸𝒹𝑒𝒻𝑔", "𝒜𝒷𝒸𝒹𝑒𝒻"],
  ])("of %s is %s", (typed, piece) => {
    expect(mostSelectivePart(typed)).toBe(piece);
    expect(typed).toContain(mostSelectivePart(typed));
  });
});

test("case is ignored", () => expect(typedText("Çarla")).toBe("çarla"));

test("an address is searched in its stored form", () => {
  expect(typedText("Anna@München.example\u200b")).toBe("anna@xn--mnchen-3ya.example");
});

test.each([
  ["+31 6 12345678", "31612345678"],
  ["0031 6-1234.5678", "31612345678"],
  ["06 1234 5678", "612345678"],
  ["+٣١ ٦ ١٢٣٤٥٦٧٨", "31612345678"],
  ["12345", null],
  ["anna 12345678", null],
])("%s is the number %s", (typed, digits) => expect(typedNumber(typed)).toBe(digits));

describe("the beginning of a reference", () => {
  test.each([
    ["K7QF-2M9D", "K7QF2M9D"],
    ["k7qf2m9d", "K7QF2M9D"],
    ["k7qf-", "K7QF"],
    ["k7qf-2", "K7QF2"],
    ["k7q", "K7Q"],
    ["k7q2m", "K7Q2M"],
  ])("is recognised in %s", (search, start) => expect(referenceStart(search)).toBe(start));

  test.each(["k7", "k7qf-2m9d1", "k7-qf", "bob", "anna jansen", "k7%", "K7QF--2M"])(
    "is not recognised in %s",
    (search) => expect(referenceStart(search)).toBeNull(),
  );
});

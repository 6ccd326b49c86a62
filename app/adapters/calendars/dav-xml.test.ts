import { expect, test } from "vitest";
import { childOf, parseXml } from "./dav-xml";

const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => one(index)).join("");

test("namespaces apply to their element and its descendants", () => {
  const root = parseXml(
    '<d:a xmlns:d="DAV:"><b xmlns="urn:ietf:params:xml:ns:caldav"><c/><d:e/></b><d:f/></d:a>',
  );
  const b = childOf(root, "C:b");
  expect([root?.name, b?.name, b?.children.map(({ name }) => name)]).toEqual([
    "DAV:a",
    "C:b",
    ["C:c", "DAV:e"],
  ]);
  expect(root?.children[1]?.name).toBe("DAV:f");
});

test.each([
  ["names", `<a ${many(65, (i) => `xmlns:a${i}="u"`)}/>`],
  [
    "names of several elements",
    many(3, (i) => `<a ${many(30, (j) => `xmlns:a${i}_${j}="u" `)}>`) + "</a></a></a>",
  ],
  [
    "names above many elements",
    `<a ${many(4_000, (i) => `xmlns:a${i}="u" `)}>${"<b/>".repeat(8_000)}</a>`,
  ],
  ["attributes", `<a ${many(65, (i) => `a${i}="u"`)}/>`],
  ["depth", many(41, () => "<a>") + many(41, () => "</a>")],
  ["elements", `<a>${"<b/>".repeat(400_001)}</a>`],
])("a document with too many %s is invalid", (_, xml) => expect(parseXml(xml)).toBeNull());

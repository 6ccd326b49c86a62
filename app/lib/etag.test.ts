import { expect, test } from "vitest";
import { matchesTag, weak } from "./etag";

test.each([
  [`"a"`, true],
  [`W/"a"`, true],
  [`"b", "a"`, true],
  [`"b",W/"a" , "c"`, true],
  [`"x,y", "a"`, true],
  ["*", true],
  [" * ", true],
  [`"b"`, false],
  [`"a, b"`, false],
  [`a`, false],
  ["", false],
  [null, false],
])("If-None-Match: %s matches the tag a: %s", (header, known) => {
  expect([matchesTag(header, `"a"`), matchesTag(header, `W/"a"`)]).toEqual([known, known]);
});

test("a tag becomes weak once", () => {
  expect(weak(weak(`"a"`))).toBe(`W/"a"`);
});

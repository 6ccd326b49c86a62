import { expect, it } from "vitest";
import { marksOf } from "./lit";

/** A template as its marked texts are read: with the mark for each value between them. */
const marked = (strings: TemplateStringsArray, ..._values: unknown[]) => marksOf(strings.raw).join("{}");

it("makes a value between tags a comment, and leaves one in an attribute where it stands", () => {
  expect(marked`<p class="a ${1}" @click=${2}>${3} and ${4}</p>`).toBe(`<p class="a {}" @click={}><?{}> and <?{}>`);
});

it("leaves out quotes and closing tags that HTML can do without, and no others", () => {
  expect(marked`<a href="/a b" part="link"><i class="x"></i> ${1}</a> `).toBe(
    `<a href="/a b" part=link><i class=x></i> <?{}>`,
  );
  expect(marked`<svg class="icon ${1}"><path d=${2} /></svg>`).toBe(`<svg class="icon {}"><path d={} />`);
  expect(marked`<img
    alt=""
    part="logo"
  >`).toBe(`<img alt="" part=logo>`);
});

it("is not misled by a tag's end within quotes or words", () => {
  expect(marked`<i title="a > b">c > d ${1}</i>`).toBe(`<i title="a > b">c > d <?{}>`);
});

it("refuses what it cannot mark", () => {
  for (const text of ["<!-- a -->", "{}", "\\n"]) expect(() => marksOf([text]), text).toThrow("cannot hold");
});

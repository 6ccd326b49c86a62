import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Rich } from "./rich";

const parts = {
  all: (inner: string) => <a href="/all">{inner}</a>,
  b: (inner: string) => <b>{inner}</b>,
};
const html = (text: string) => renderToStaticMarkup(<Rich text={text} parts={parts} />);

test("elements stand where the text has them", () => {
  expect(html("See <all>all of today</all>, or <b>none</b>.")).toBe(
    'See <a href="/all">all of today</a>, or <b>none</b>.',
  );
  expect(html("<b>First</b> and <all>last</all>")).toBe('<b>First</b> and <a href="/all">last</a>');
});

test("what is no known tag is text", () => {
  expect(html("1 < 2 <i>and</i> <b>open & <script>")).toBe(
    "1 &lt; 2 and &lt;b&gt;open &amp; &lt;script&gt;",
  );
});

import { expect, test } from "vitest";
import { htmlToText } from "./html-to-text";

test.each([
  ["<h1>Title</h1><p>One<br>two</p><p>three</p>", "Title\n\nOne\ntwo\n\nthree\n"],
  ['<p>See <a class="b" href="https://a.test/?a=1&amp;b=2">this</a></p>', "See this (https://a.test/?a=1&b=2)\n"],
  ['<a href="https://a.test">https://a.test</a>', "https://a.test\n"],
  [
    "<table><tr><th>When</th><td>Today</td></tr><tr><th>Where</th><td>Here</td></tr></table>",
    "When: Today\nWhere: Here\n",
  ],
  ["<ul><li>a</li><li>b</li></ul>", "- a\n\n- b\n"],
  ["<style>p{}</style><!-- no --><p>&lt;b&gt; &amp; &#39;x&#x27; &euro; &unknown;</p>", "<b> & 'x' € &unknown;\n"],
  ["", "\n"],
])("%j", (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

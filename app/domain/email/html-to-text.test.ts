import { expect, test } from "vitest";
import { htmlToText } from "./html-to-text";

test.each([
  ["<h1>Title</h1><p>One<br>two</p><p>three</p>", "Title\n\nOne\ntwo\n\nthree\n"],
  [
    '<p>See <a class="b" href="https://a.test/?a=1&amp;b=2">this</a></p>',
    "See this\nhttps://a.test/?a=1&b=2\n",
  ],
  ['<a href="https://a.test">https://a.test</a>', "https://a.test\n"],
  [
    "<table><tr><th>When</th><td>Today</td></tr><tr><th>Where</th><td>Here</td></tr></table>",
    "When: Today\nWhere: Here\n",
  ],
  ["<ul><li>a</li><li>b</li></ul>", "- a\n\n- b\n"],
  [
    "<style>p{}</style><!-- no --><p>&lt;b&gt; &amp; &#39;x&#x27; &euro; &unknown;</p>",
    "<b> & 'x' € &unknown;\n",
  ],
  ["", "\n"],
  [
    '<p><a href="https://a.test"><b>This</b> <span>page</span></a></p>',
    "This page\nhttps://a.test\n",
  ],
  [
    '<p>See <a href="https://a.test">this</a>, or <a href="https://b.test">that</a>.</p><p>End</p>',
    "See this, or that.\nhttps://a.test\nhttps://b.test\n\nEnd\n",
  ],
  [
    '<a title="a > b" href="mailto:a@b.test">a@b.test</a> <img alt="A &amp; B" src=x>',
    "a@b.test A & B\n",
  ],
  [
    '<a href="https://a.test">one <a href="https://b.test">two</a>',
    "one two\nhttps://a.test\nhttps://b.test\n",
  ],
  ["5 < 6 and <b", "5 < 6 and\n"],
])("%j", (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test.each([
  "<a href='",
  "<a href='x'>",
  "<!--",
  "<style>",
  "<p",
  "<",
  "&",
  "&amp",
  "</a",
  "<img alt=",
  '<a href="x">x',
  "</b><a>",
])("eight times %j costs about eight times as much, not its square", (piece) => {
  // CPU time, on texts so long that garbage collection is part of both: quadratic parsing would
  // take 64 times as much.
  const cost = (kilobytes: number) => {
    const html = piece.repeat((kilobytes * 1024) / piece.length);
    const times = Array.from({ length: 3 }, () => {
      const from = process.cpuUsage();
      htmlToText(html);
      const { user, system } = process.cpuUsage(from);
      return user + system;
    });
    return Math.min(...times);
  };
  expect(cost(1600)).toBeLessThan(32 * Math.max(cost(200), 1000));
});

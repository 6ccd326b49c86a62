import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "~/testing/source-files";

const files = (...ends: string[]) =>
  sourceFiles("app")
    .filter((file) => ends.some((end) => file.endsWith(end)))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));

test("every variable that a style reads is defined: in tokens.css, beside it, or by its component", () => {
  const defined = new Set(
    files(".css", ".tsx").flatMap(({ text }) =>
      [...text.matchAll(/(--[\w-]+)["']?\]?:/g)].map(([, name]) => name),
    ),
  );
  const used = files(".css").flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => ({ file, name })),
  );
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter(({ name }) => !defined.has(name))).toEqual([]);
});

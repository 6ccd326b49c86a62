import { beforeAll, describe, test } from "vitest";
import { begin, cases, expectDocumented, LONG, PERIODS, sample, send } from "./hostile/documented";
import { schemaOf } from "./hostile/fields";
import { ENCODED, TEXTS } from "./hostile/values";
import { json } from "./request";
import { kinds, makeFresh } from "./sample-tenant";

// Sends malformed and malicious values in every query field: each is refused in the standard format
// or accepted as plain data, never a 500.

const withQuery = cases.filter(({ operation }) => operation.query !== undefined);

describe.each(withQuery)("$name", LONG, ({ operation, of }) => {
  beforeAll(begin);
  const names = Object.keys(schemaOf(operation.query!).properties ?? {});

  test("answers any query in the documented format", async () => {
    const example = of(sample.ids).at(-1)!; // every operation has an example
    for (const name of names) {
      const { [name]: _replaced, ...query } = example.query ?? {};
      const searches = [
        ...TEXTS.filter((text) => text.isWellFormed() && text.length < 9000).map(
          (text) => `${name}=${encodeURIComponent(text)}`,
        ),
        ...ENCODED.map((end) => name + end.replaceAll("{name}", name)),
      ];
      for (const search of searches)
        await expectDocumented(
          operation,
          await send(operation, { ...example, query }, { search }),
          search.slice(0, 80),
        );
    }
    if (names.includes("from") && names.includes("to"))
      for (const [from = "", to = ""] of PERIODS) {
        const search = new URLSearchParams({ from, to }).toString();
        await expectDocumented(operation, await send(operation, example, { search }), search);
      }
  });

  const whenPaged = names.includes("cursor") ? test : () => undefined;
  whenPaged("answers a cursor that it did not write in the one format", async () => {
    // Two of each, so that the list has a second page.
    for (const kind of kinds) await makeFresh(sample, kind);
    const { required = [] } = schemaOf(operation.query!);
    const needed = Object.entries(of(sample.ids)[0]!.query ?? {}).filter(([name]) =>
      required.includes(name),
    );
    const asking = Object.fromEntries(needed);
    const first = await json(await send(operation, { query: { ...asking, limit: "1" } }));
    const { next_cursor } = first.page as { next_cursor: string | null };
    for (const cursor of forgedCursors(next_cursor)) {
      for (const format of names.includes("format") ? ["json", "csv"] : ["json"]) {
        const query = { ...asking, cursor, ...(format === "csv" && { format }) };
        await expectDocumented(operation, await send(operation, { query }), `${format} ${cursor}`);
      }
    }
  });
});

/**
 * Invalid cursors: of other lists, random, truncated, or with a changed value and the original
 * signature.
 */
function forgedCursors(own: string | null): string[] {
  const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const foreign = [
    "created_at",
    "-created_at",
    "-starts_at",
    "position",
    "-id",
    "key",
    "x",
  ].flatMap((sort) =>
    ["2026-01-01T00:00:00.000Z", "1", "a"].map((value) => write([sort, value, sample.ids.booking])),
  );
  const fixed = [
    "x",
    ".",
    "%",
    "\u0000",
    "eyJ9",
    write([]),
    write({}),
    write(null),
    write([1, 2, 3]),
    ...foreign,
    sample.ids.booking,
  ];
  if (own === null) return fixed;
  const [encoded = "", signature = ""] = own.split(".");
  const parts = readParts(encoded);
  const others = [...TEXTS, "-271821-04-20T00:00:00.000Z", "2026-02-30T00:00:00.000Z", 1, null];
  const changed = parts.flatMap((_, index) =>
    others.map(
      (value) =>
        `${write(parts.map((part, place) => (place === index ? value : part)))}.${signature}`,
    ),
  );
  const cut = [
    own.slice(0, -3),
    own.slice(3),
    own + own,
    encoded,
    `.${signature}`,
    `${signature}.${signature}`,
  ];
  return [...fixed, ...cut, ...changed].filter((cursor) => cursor.length < 9000);
}

function readParts(encoded: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(encoded, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return []; // an id, not a list of values
  }
}

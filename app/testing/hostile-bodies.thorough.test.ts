import { beforeAll, describe, test } from "vitest";
import { freshIds } from "./examples";
import { begin, cases, expectDocumented, LONG, PERIODS, sample, send } from "./hostile/documented";
import { fieldsOf, schemaOf, short, withValue } from "./hostile/fields";
import { RAW, TEXTS, VALUES } from "./hostile/values";
import type { SampleTenant } from "./sample-tenant";

// Sends malformed and malicious values in every body field: each is refused in the standard format
// or accepted as plain data, never a 500.

const withBody = cases.filter(
  ({ operation }) => operation.body !== undefined && operation.accepts !== "multipart",
);

describe.each(withBody)("$name", LONG, ({ operation, of }) => {
  beforeAll(begin);

  test("answers any body in the documented format", async () => {
    const first = (ids: SampleTenant["ids"]) => of(ids)[0]!; // an operation has an example
    const example = first(await freshIds(first, sample));
    const headers = { "Content-Type": "application/json" };
    for (const raw of RAW)
      await expectDocumented(
        operation,
        await send(operation, { ...example, body: undefined! }, { raw, headers }),
        short(raw),
      );
    for (const { path } of fieldsOf(schemaOf(operation.body!))) {
      // Nested fields repeat the same few types, so a sample is enough.
      for (const value of [...VALUES, ...TEXTS].filter(
        (_, index) => path.length < 3 || index % 4 === 0,
      )) {
        const body = withValue(example.body, path, value) as Record<string, unknown>; // paths are not empty
        await expectDocumented(
          operation,
          await send(operation, { ...example, body }),
          `${path.join(".")} = ${short(value)}`,
        );
      }
    }
  });

  test("answers any period in the documented format", async () => {
    const example = of(sample.ids)[0]!;
    const names = Object.keys(schemaOf(operation.body!).properties ?? {});
    const isPeriod = names.includes("from") && names.includes("to");
    for (const [from, to] of isPeriod ? PERIODS : []) {
      const response = await send(operation, { ...example, body: { ...example.body, from, to } });
      await expectDocumented(operation, response, `${from} to ${to}`);
    }
  });
});

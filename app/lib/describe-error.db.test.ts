import pino from "pino";
import { expect, test } from "vitest";
import { newId } from "./ids";
import { pool, prisma } from "./db.server";
import { log } from "./log.server";

/** The logged form of an error with the service's own logger settings. */
function written(error: unknown): { text: string; err: Record<string, unknown> } {
  let text = "";
  const own = (log as unknown as Record<symbol, Record<string, (value: unknown) => unknown>>)[
    pino.symbols.serializersSym
  ]!;
  const line = pino(
    { serializers: own as pino.LoggerOptions["serializers"] & object, redact: ["*.code"] },
    { write: (data: string) => void (text += data) },
  );
  line.error({ err: error }, "failed");
  return { text, err: (JSON.parse(text) as { err: Record<string, unknown> }).err };
}

test("a database error is logged with SQLSTATE and constraint, without the rejected row", async () => {
  const id = newId();
  const insert = () =>
    pool.query("insert into account (id, email) values ($1, 'someone@example.test')", [id]).then(
      () => null,
      (error: unknown) => error,
    );
  expect(await insert()).toBeNull();
  const { err, text } = written(await insert());
  expect(err).toMatchObject({
    type: "error",
    sqlstate: "23505",
    constraint: expect.stringMatching(/^account_/),
  });
  expect(text).not.toContain("someone@example.test");
  expect(text).not.toContain("redacted");
});

test("an error wrapped by Prisma is logged the same way", async () => {
  const error = await prisma
    .$queryRawUnsafe("select * from no_such_table")
    .catch((thrown: unknown) => thrown);
  expect(written(error).err).toMatchObject({ sqlstate: "42P01" });
});

test("a system error is logged with its name", () => {
  const error = Object.assign(new Error("connect"), { code: "ECONNREFUSED", address: "10.0.0.1" });
  expect(written(error).err).toMatchObject({ error_code: "ECONNREFUSED" });
});

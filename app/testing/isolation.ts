import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { operations } from "~/contract";
import { errorStatus } from "~/contract/errors";
import type { OperationShape } from "~/contract/operation";
import { newId } from "~/lib/ids";
import { type Caller, isLimited, people, publishableKeys, refusalOf, secretKeys } from "./callers";
import { checksumOf } from "./checksum";
import type { Example } from "./example";
import { asSent, examples, freshIds } from "./examples";
import { call } from "./request";
import {
  type Ids,
  type Kind,
  kinds,
  makeSampleTenant,
  resourceBound,
  type SampleTenant,
} from "./sample-tenant";

// Every operation × callers × ids of the caller's tenant, of another tenant, unknown and missing.
// Generated from the contract; an operation without an example fails. isolation.db.test.ts covers
// one caller of each kind, isolation.thorough.test.ts all.

let home: SampleTenant;
let other: SampleTenant;
let callers: Caller[];
let strangers: Caller[];
const STRANGERS = ["the owner", "a secret key of the role admin", "a publishable key"];

const callersOf = async (of: SampleTenant) => [
  ...(await people(of)),
  ...(await secretKeys(of)),
  ...(await publishableKeys(of)),
];

interface Answer {
  status: number;
  code: string | undefined;
  message: string | undefined;
  /** Status, headers and body without parts that differ in each response. */
  whole: string;
  /** The body; in errors without the echoed input. */
  text: string;
}

const sentValues = ({ id, query, body }: Example): string[] =>
  [id, ...Object.values(query ?? {}), ...Object.values(body ?? {})]
    .flat()
    .filter((value): value is string => typeof value === "string" && value !== "");

type ErrorAnswer = { error: { code: string; message: string } };

async function ask(operation: OperationShape, caller: Caller, example: Example): Promise<Answer> {
  const { id, query, body } = example;
  const path =
    id === undefined ? operation.path : operation.path.replace(/:\w+/, encodeURIComponent(id));
  const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
  const sent = {
    ...caller.sent(operation.caller),
    method: operation.method,
    ...asSent(operation, body),
  };
  const response = await call(path + search, sent);
  const sentBack = await response.text();
  const isError = response.status >= 400;
  const { code, message }: Partial<ErrorAnswer["error"]> = isError
    ? (JSON.parse(sentBack) as ErrorAnswer).error
    : {};
  const text = isError
    ? sentBack.replace(/"message":"[^"]*"/g, (response) =>
        sentValues(example).reduce((rest, value) => rest.replaceAll(value, ":sent"), response),
      )
    : sentBack;
  // The ETag of an availability also depends on the query.
  const headers = [...response.headers].filter(
    ([name]) => name !== "x-request-id" && name !== "etag",
  );
  const whole = JSON.stringify([
    response.status,
    headers,
    text.replace(/"request_id":"[^"]*"/, ""),
  ]);
  return { status: response.status, code, message, whole, text };
}

interface Reference {
  kind: Kind;
  /** Whether the contract requires an id here, not any text. */
  isId: boolean;
  place: "path" | "query" | "body";
  /** The example with another value in this position. */
  with: (value: string) => Example;
}

/** References from an example to these ids. */
function referencesOf(operation: OperationShape, example: Example, ids: Ids): Reference[] {
  const kindOf = (value: unknown) => kinds.find((kind) => ids[kind] === value);
  const found: Reference[] = [];
  const idKind = kindOf(example.id);
  if (idKind)
    found.push({ kind: idKind, isId: true, place: "path", with: (id) => ({ ...example, id }) });
  for (const place of ["query", "body"] as const) {
    for (const [name, value] of Object.entries(example[place] ?? {})) {
      const isList = Array.isArray(value);
      const kind = kindOf(isList ? value[0] : value);
      if (kind === undefined) continue;
      const change = (other: string) => ({
        ...example,
        [place]: { ...example[place], [name]: isList ? [other] : other },
      });
      found.push({ kind, place, isId: idFields(operation, place).includes(name), with: change });
    }
  }
  return found;
}

type JsonSchema = {
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};

/** Body or query fields that the contract declares as ids or lists of ids. */
function idFields(operation: OperationShape, place: "query" | "body"): string[] {
  const schema = operation[place];
  if (schema === undefined) return [];
  const isId = (field: JsonSchema): boolean =>
    field.format === "uuid" ||
    [field.items, ...(field.anyOf ?? [])].some((inner) => inner !== undefined && isId(inner));
  const namesOf = ({ properties = {}, anyOf = [], oneOf = [] }: JsonSchema): string[] => [
    ...Object.keys(properties).filter((name) => isId(properties[name]!)),
    ...[...anyOf, ...oneOf].flatMap(namesOf),
  ];
  // Query lists are split from text, so their ids only appear in the output schema.
  const both = (["input", "output"] as const).map(
    (io) => z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema,
  );
  return [...new Set(both.flatMap(namesOf))];
}

/** Status that an example's own rule gives an otherwise admitted caller. */
const refusedBy = ({ refused }: Example, { name }: Caller): number | undefined =>
  refused === undefined || refused.except.includes(name) ? undefined : refused.status;

const checksums = async () => [await checksumOf(home.owner), await checksumOf(other.owner)];

const cases = operations.map(({ name, operation }) => ({
  name,
  operation,
  of: examples[name] ?? (() => []),
}));

/** Defines the tests: for selected callers of the tenant, and a few of another one. */
export function testIsolation(isSelected: (caller: Caller) => boolean): void {
  beforeAll(async () => {
    home = await makeSampleTenant();
    other = await makeSampleTenant();
    const anonymous: Caller = { name: "anonymous", credential: { kind: "none" }, sent: () => ({}) };
    callers = [anonymous, ...(await callersOf(home))].filter(isSelected);
    strangers = (await callersOf(other)).filter(({ name }) => STRANGERS.includes(name));
  });

  describe.each(cases)("$name", ({ operation, of }) => {
    const rule = operation.caller;

    test("has an example for every id that it accepts", () => {
      const all = of(home.ids);
      expect(all.length).toBeGreaterThan(0);
      expect(
        all.every((example) => (example.id !== undefined) === operation.path.includes(":")),
      ).toBe(true);
      for (const place of ["query", "body"] as const) {
        const named = all.flatMap((example) => Object.keys(example[place] ?? {}));
        expect(named).toEqual(expect.arrayContaining(idFields(operation, place)));
      }
    });

    const isLetIn = (caller: Caller) => refusalOf(rule, caller) === null;

    test("refuses callers that the contract excludes, with the same response for every id", async () => {
      const before = await checksums();
      const refuse = async (caller: Caller) => {
        const refusal = refusalOf(rule, caller)!; // filtered to refused callers
        for (const example of of(home.ids)) {
          const answer = await ask(operation, caller, example);
          expect([caller.name, answer.status, answer.code]).toEqual([
            caller.name,
            errorStatus[refusal],
            refusal,
          ]);
          for (const reference of referencesOf(operation, example, home.ids)) {
            for (const value of [other.ids[reference.kind], newId(), "not-an-id"])
              expect((await ask(operation, caller, reference.with(value))).whole, caller.name).toBe(
                answer.whole,
              );
          }
        }
      };
      await Promise.all(
        [...callers, ...strangers].filter((caller) => !isLetIn(caller)).map(refuse),
      );
      expect(await checksums()).toEqual(before);
    });

    test("treats another tenant's id like an unknown one and changes nothing", async () => {
      const before = await checksums();
      const compare = async (caller: Caller, sample: SampleTenant, foreign: SampleTenant) => {
        for (const example of of(sample.ids)) {
          for (const reference of referencesOf(operation, example, sample.ids)) {
            const response = `${caller.name}, ${reference.place}, ${reference.kind}`;
            const id = newId();
            const unknown = await ask(operation, caller, reference.with(id));
            // Responses never echo tokens. For resource-limited callers, any other id of the
            // request may be reported first.
            const sent = isLimited(caller) ? [id, ...Object.values(sample.ids)] : [id];
            if (unknown.code === "not_found" && reference.kind !== "link_token")
              expect(
                sent.some((one) => unknown.message?.includes(one)),
                `${response}: ${unknown.message ?? ""}`,
              ).toBe(true);
            const answer = await ask(
              operation,
              caller,
              reference.with(foreign.ids[reference.kind]),
            );
            expect(answer.whole, response).toBe(unknown.whole);
            const refused = refusedBy(example, caller);
            if (refused !== undefined) {
              expect([refused, 404, 422], response).toContain(answer.status);
              continue;
            }
            if (operation.method !== "GET")
              expect([404, 409, 422], response).toContain(answer.status);
            if (reference.place === "path") expect(answer.code, response).toBe("not_found");
            expect(
              Object.values(foreign.ids).filter((id) => answer.text.includes(id)),
              response,
            ).toEqual([]);
            const malformed = await ask(operation, caller, reference.with("not-an-id"));
            const expected =
              reference.place === "path" ? 404 : reference.isId ? 422 : unknown.status;
            expect(malformed.status, response).toBe(expected);
          }
        }
      };
      await Promise.all([
        ...callers.filter(isLetIn).map((caller) => compare(caller, home, other)),
        ...strangers.filter(isLetIn).map((caller) => compare(caller, other, home)),
      ]);
      expect(await checksums()).toEqual(before);
    });

    test("admits callers that the contract allows and shows only their own data", async () => {
      const before = await checksumOf(other.owner);
      for (const caller of callers.filter(
        (candidate) => isLetIn(candidate) && !isLimited(candidate),
      )) {
        for (const index of of(home.ids).keys()) {
          const example = (ids: Ids) => of(ids)[index]!; // the number of examples does not depend on the ids
          const ids = operation.method === "GET" ? home.ids : await freshIds(example, home);
          const answer = await ask(operation, caller, example(ids));
          const expected =
            refusedBy(example(ids), caller) ?? example(ids).status ?? operation.status ?? 200;
          expect(answer.status, `${caller.name}: ${answer.text.slice(0, 500)}`).toBe(expected);
          expect(Object.values(other.ids).filter((id) => answer.text.includes(id))).toEqual([]);
        }
      }
      expect(await checksumOf(other.owner)).toBe(before);
    });

    test("hides other resources' records from resource-limited people", async () => {
      const before = await checksums();
      for (const caller of callers.filter(
        (candidate) => isLetIn(candidate) && isLimited(candidate),
      )) {
        for (const example of of(home.ids)) {
          const bound = referencesOf(operation, example, home.ids).filter(({ kind }) =>
            resourceBound.includes(kind),
          );
          const answer = await ask(operation, caller, example);
          const unknown = bound[0] && (await ask(operation, caller, bound[0].with(newId())));
          if (unknown) expect(answer.whole, caller.name).toBe(unknown.whole);
          const hidden = resourceBound.map((kind) => home.ids[kind]);
          expect(
            hidden.filter((id) => answer.text.includes(id)),
            caller.name,
          ).toEqual([]);
          if (bound.length > 0 && operation.method !== "GET")
            expect([refusedBy(example, caller), 404, 409, 422], caller.name).toContain(
              answer.status,
            );
        }
      }
      if (of(home.ids).some((example) => referencesOf(operation, example, home.ids).length > 0))
        expect(await checksums()).toEqual(before);
    });
  });
}

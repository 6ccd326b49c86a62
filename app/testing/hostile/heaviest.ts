import { type HostileCall, jsonBody, type Target } from "./calls";
import { type Field, type JsonSchema, withValue } from "./fields";

// The largest valid and the most convoluted invalid inputs: those that could block a process or the
// database for others.

const MANY = 10_000;
/** Just below the body limit. */
const MAX_BYTES = 250_000;
const MARK = "\u0301";
/** Above what servers accept in a URL. */
const MAX_ADDRESS = 7_000;

/** Texts that are expensive to normalise, match, split or serialise. */
const TEXTS: [label: string, text: string][] = [
  ["124,000 marks", "e" + MARK.repeat(124_000)],
  ["marks that do not follow their order", "\u0327\u0301\u0323".repeat(40_000)],
  ["spaces", " ".repeat(MAX_BYTES)],
  ["commas", ",".repeat(MAX_BYTES)],
  ["an address without an end", `a@${"a.".repeat(100_000)}`],
  ["brackets", "[".repeat(MAX_BYTES / 2) + "]".repeat(MAX_BYTES / 2)],
  ["lines", "\n".repeat(MAX_BYTES)],
  ["a number", "9".repeat(MAX_BYTES)],
  ["Liquid", "{{".repeat(100_000)],
];

/** The largest value that a schema allows. */
function largestOf(schema: JsonSchema, depth = 0): unknown {
  const branch = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (branch !== undefined) return largestOf(branch, depth);
  if (schema.enum) return schema.enum.at(-1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "array")
    return Array.from({ length: Math.min(schema.maxItems ?? MANY, MANY) }, () =>
      largestOf(schema.items ?? {}, depth + 1),
    );
  if (type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [
        name,
        depth > 4 ? null : largestOf(inner, depth + 1),
      ]),
    );
  if (type === "integer" || type === "number") return schema.maximum ?? Number.MAX_SAFE_INTEGER;
  if (type === "boolean") return true;
  return "é".repeat(Math.min(schema.maxLength ?? 1000, MAX_BYTES / 2));
}

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const wide = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

/** Expensive variants of a valid call, sent one after another. */
export function heaviestCalls(
  plain: HostileCall,
  { fields, queryNames, operation }: Target,
): HostileCall[] {
  const calls: HostileCall[] = [plain];
  if (plain.body !== undefined && operation.accepts !== "multipart")
    calls.push(...heaviestBodies(plain, fields));
  calls.push(...heaviestQueries(plain, queryNames));
  return calls;
}

function heaviestBodies(plain: HostileCall, fields: Field[]): HostileCall[] {
  const whole = JSON.parse(plain.body!.toString()) as unknown;
  const send = (label: string, text: string): HostileCall => ({
    ...plain,
    label,
    ...jsonBody(text.slice(0, MAX_BYTES + 20_000)),
    headers: { ...plain.headers, "content-type": "application/json" },
  });
  const json = (label: string, value: unknown) => send(label, JSON.stringify(value));
  const many = (item: unknown) => {
    const most = Math.ceil((MAX_BYTES + 20_000) / JSON.stringify(item).length);
    return Array<unknown>(Math.min(MANY, most)).fill(item);
  };
  const ofField = ({ path, schema }: Field) => {
    const at = (label: string, value: unknown) =>
      json(`${path.join(".")}: ${label}`, withValue(whole, path, value));
    return [
      at("as large as it may be", largestOf(schema)),
      ...TEXTS.map(([label, text]) => at(label, text)),
      at("10,000 of it", many(largestOf({ ...schema, maxLength: 10, maxItems: 1 }))),
      at("10,000 names", wide(MANY)),
    ];
  };
  return [
    ...fields.filter(({ path }) => path.length < 4).flatMap(ofField),
    json("every field as large as it may be", everyField(whole, fields)),
    send("deep", deep(20_000)),
    send("lists in lists", "[".repeat(MAX_BYTES)),
    json("10,000 names", { ...(whole as object), ...wide(MANY) }),
    send("one name 20,000 times", `{${'"a":1,'.repeat(20_000)}"a":1}`),
  ];
}

const everyField = (whole: unknown, fields: Field[]): unknown =>
  fields
    .filter(({ path }) => path.length === 1)
    .reduce((body, { path, schema }) => withValue(body, path, largestOf(schema)), whole);

export const ADDRESS_TEXTS = [
  "e" + MARK.repeat(3_000),
  "%25".repeat(2_000),
  "a,".repeat(3_000),
  "9".repeat(6_000),
  "[".repeat(6_000),
];

function heaviestQueries(plain: HostileCall, names: string[]): HostileCall[] {
  const [path = "", search = ""] = plain.target.split("?");
  const send = (label: string, more: string): HostileCall => ({
    ...plain,
    label,
    target: `${path}?${[search, more].filter(Boolean).join("&").slice(0, MAX_ADDRESS)}`,
  });
  return [...names, "x"].flatMap((name) => [
    ...ADDRESS_TEXTS.map((text) =>
      send(
        `${name} of ${text.slice(0, 4)}…`,
        `${name}=${encodeURIComponent(text).slice(0, 6_000)}`,
      ),
    ),
    send(`${name} 1,000 times`, `${name}=1&`.repeat(1_000)),
    send(`${name} with an index`, `${name}[4294967294]=1`),
    send(`${name}, deep`, `${name}${"[a]".repeat(2_000)}=1`),
  ]);
}

/** Forms for a page whose fields have these names. */
export function heaviestForms(names: string[]): { label: string; body: string }[] {
  const of = (label: string, text: string) => ({ label, body: text.slice(0, MAX_BYTES) });
  const usual = names.map((name) => `${encodeURIComponent(name)}=1`).join("&");
  return [
    of("nothing", ""),
    of("every field", usual),
    of("10,000 fields", Array.from({ length: MANY }, (_, index) => `f${index}=1`).join("&")),
    of("deep names", `a${".b".repeat(50_000)}=1`),
    of("brackets", `a${"[0]".repeat(50_000)}=1`),
    ...[...new Set([...names, "email"])].flatMap((name) => [
      of(`${name} with an index`, `${name}[4294967294]=1`),
      of(`${name} with a large index`, `${name}[1000000]=1&${name}[99999999].a=1`),
      of(`${name} 10,000 times`, `${name}=1&`.repeat(MANY)),
      of(
        `${name} in a list of 10,000`,
        Array.from({ length: MANY }, (_, index) => `${name}[${index}]=1`).join("&"),
      ),
      of(`${name} of marks`, `${usual}&${name}=e${encodeURIComponent(MARK).repeat(40_000)}`),
      of(`${name} of spaces`, `${usual}&${name}=${"+".repeat(240_000)}`),
      of(`${name} of digits`, `${usual}&${name}=${"9".repeat(240_000)}`),
    ]),
  ];
}

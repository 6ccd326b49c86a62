import { and, any, type HostileCall, jsonBody, type Random, type Target } from "./calls";
import { type Field, type JsonSchema, short, withValue } from "./fields";
import { ALL_TEXTS, DATES, JSON_CASES, RAW, VALUES, ZONES } from "./values";

// Mutations of a call's body.

function bodyOf(call: HostileCall): unknown {
  try {
    return JSON.parse(call.body?.toString() ?? "{}");
  } catch {
    return {}; // already mutated
  }
}

const withBody = (call: HostileCall, value: unknown, label: string): HostileCall => ({
  ...call,
  ...jsonBody(JSON.stringify(value) ?? "null"),
  headers: { ...call.headers, "content-type": "application/json" },
  label: and(call.label, label),
});

export function mutateField(call: HostileCall, random: Random, { fields }: Target): HostileCall {
  const field = any(random, fields);
  const value =
    random() < 0.5
      ? any(random, valuesFor(field))
      : any(random, random() < 0.65 ? ALL_TEXTS : VALUES);
  return withBody(
    call,
    withValue(bodyOf(call), field.path, value),
    `${field.path.join(".")} = ${short(value)}`,
  );
}

/** Values at and just beyond the limits of a field's schema, and values that its name suggests. */
function valuesFor({ path, schema }: Field): unknown[] {
  const branches = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const own = branches.flatMap(limitsOf);
  const name = path.findLast((part) => part !== "0") ?? "";
  if (/zone/.test(name)) own.push(...ZONES);
  if (/(_at|date|from|to|start|end|until|days?)$/.test(name)) own.push(...DATES);
  if (/url|origin|link/.test(name))
    own.push("https://[::1", "https://a@b", "HTTPS://EXAMPLE.COM", "https://xn--", "data:,x");
  if (/email|destination|address/.test(name))
    own.push("a@b@c.example", '"a b"@example.com', "a@[127.0.0.1]", "ä@exämple.com");
  return own.length > 0 ? own : ALL_TEXTS;
}

function limitsOf(schema: JsonSchema): unknown[] {
  const { minimum, maximum, minLength, maxLength, maxItems } = schema;
  const found: unknown[] = [
    ...(schema.enum ?? []),
    ...(schema.enum ?? []).map((value) => String(value).toUpperCase()),
  ];
  for (const limit of [minimum, maximum, schema.exclusiveMinimum, schema.exclusiveMaximum])
    if (limit !== undefined) found.push(limit - 1, limit, limit + 1, limit + 0.5, String(limit));
  for (const length of [minLength, maxLength])
    if (length !== undefined && length < 200_000)
      found.push(
        ...[0, length, length + 1].flatMap((size) => [
          "x".repeat(size),
          "\u{1f600}".repeat(Math.ceil(size / 2)),
        ]),
      );
  if (schema.format === "uuid")
    found.push("019aa0c4-6c00-7000-8000-000000000001", "{019aa0c4-6c00-7000-8000-000000000001}");
  if (schema.type === "array")
    found.push([], Array(Math.min(maxItems ?? 200, 5000) + 1).fill(null), Array(3).fill("x"));
  return found;
}

export function reshapeBody(call: HostileCall, random: Random, { fields }: Target): HostileCall {
  const body = bodyOf(call);
  const whole =
    typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : {};
  const names = Object.keys(whole);
  const name = names.length > 0 ? any(random, names) : "x";
  const reshaped: [string, unknown][] = [
    [
      `without ${name}`,
      Object.fromEntries(Object.entries(whole).filter(([field]) => field !== name)),
    ],
    [
      `${name} twice, once in capitals`,
      { ...whole, [name.toUpperCase()]: Reflect.get(whole, name) },
    ],
    ["a field that is not there", { ...whole, [any(random, ALL_TEXTS)]: any(random, VALUES) }],
    [
      "tenant_id of its own",
      { ...whole, tenant_id: "019aa0c4-6c00-7000-8000-000000000001", id: "x", role: "owner" },
    ],
    ["in a list", [whole]],
    ["in another", { body: whole, data: whole }],
    ["as a text", JSON.stringify(whole)],
    [
      "every field null",
      Object.fromEntries(
        fields.filter(({ path }) => path.length === 1).map(({ path }) => [path[0], null]),
      ),
    ],
    [
      "every field a text",
      Object.fromEntries(
        fields
          .filter(({ path }) => path.length === 1)
          .map(({ path }) => [path[0], any(random, ALL_TEXTS)]),
      ),
    ],
  ];
  const [label, value] = any(random, reshaped);
  return withBody(call, value, label);
}

const PIECES = [
  "\u0000",
  "\\u0000",
  "\ufeff",
  "\u202e",
  "\\ud800",
  ",",
  "{",
  "]",
  "1e999",
  "//",
  "/**/",
  "\n",
  "\t",
  '"',
  ":",
  "\\",
];
const NUMBERS = [
  "1e400",
  "-0",
  "0.1e-400",
  "9007199254740993",
  "01",
  "1.",
  "+1",
  ".5",
  "0x10",
  "NaN",
  "9".repeat(400),
  "1E2",
  "-1",
];

/** Mutates the bytes of a JSON body. */
export function mutateText(call: HostileCall, random: Random): HostileCall {
  const text = call.body?.toString() ?? "{}";
  const at = Math.floor(random() * text.length);
  const piece = any(random, PIECES);
  const variants: (() => [string, string | Uint8Array])[] = [
    () => ["raw", any(random, RAW)],
    () => ["JSON case", any(random, JSON_CASES)],
    () => [`cut at ${at}`, text.slice(0, at)],
    () => [`${short(piece)} at ${at}`, text.slice(0, at) + piece + text.slice(at)],
    () => ["every key twice", text.replace(/("(\w+)":)/g, '"$2":null,$1')],
    () => ["other numbers", text.replace(/\b\d+\b/g, () => any(random, NUMBERS))],
    () => [
      "other texts",
      text.replace(/:"[^"]*"/g, () => `:${JSON.stringify(any(random, ALL_TEXTS))}`),
    ],
    () => ["UTF-16", Buffer.from(`\ufeff${text}`, "utf16le")],
    () => ["Latin-1", Buffer.from(text.replace(/:"/g, ':"\xe9'), "latin1")],
    () => ["two documents", text + text],
    () => ["deep inside", `${'{"a":'.repeat(2000)}${text}${"}".repeat(2000)}`],
    () => ["300 KB of blanks", " ".repeat(300_000) + text],
    () => ["one bit", flipBit(call.body ?? Buffer.from("{}"), random)],
  ];
  const [label, raw] = any(random, variants)();
  const body = Buffer.from(raw);
  return {
    ...call,
    headers: { ...call.headers, "content-type": "application/json" },
    body,
    label: and(call.label, `${label}: ${short(body.toString("latin1"))}`),
  };
}

function flipBit(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(random() * copy.length);
  if (copy.length > 0) copy[at]! ^= 1 << Math.floor(random() * 8);
  return copy;
}

/** Mutates the bytes and headers of a multipart form. */
export function mutateBytes(call: HostileCall, random: Random): HostileCall {
  const bytes = call.body ?? Buffer.alloc(0);
  const text = bytes.toString("latin1");
  const at = Math.floor(random() * bytes.length);
  const as = (changed: string) => Buffer.from(changed, "latin1");
  const variants: [string, Buffer][] = [
    [`cut at ${at}`, bytes.subarray(0, at)],
    ["one bit", flipBit(bytes, random)],
    [
      "another name",
      as(
        text.replace(
          'name="file"',
          `name="${any(random, ["", "x", "__proto__", "file\\", "f\xefle"])}"`,
        ),
      ),
    ],
    [
      "another file name",
      as(
        text.replace(
          /filename="[^"]*"/,
          `filename="${any(random, ["", "../../x", "a\0b", "%00", "x".repeat(9000)])}"`,
        ),
      ),
    ],
    [
      "another type",
      as(
        text.replace(
          /Content-Type: [^\r]*/i,
          `Content-Type: ${any(random, ["text/html", "image/svg+xml", "", "\xff"])}`,
        ),
      ),
    ],
    ["no file name", as(text.replace(/; filename="[^"]*"/, ""))],
    ["the file twice", as(text.replace(/--\r?\n?$/, "") + text.slice(0, -2))],
    ["nothing", Buffer.alloc(0)],
    [
      "3 MB",
      Buffer.concat([bytes.subarray(0, at), Buffer.alloc(3_000_000, 65), bytes.subarray(at)]),
    ],
  ];
  const [label, body] = any(random, variants);
  return { ...call, body, label: and(call.label, label) };
}

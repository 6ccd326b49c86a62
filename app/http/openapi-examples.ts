import type { JsonSchema } from "~/contract/components";

const ID = "019aa0c4-6c00-7000-8000-000000000001";

/** Example values by field name; other fields are derived from their schema. */
const values: Record<string, unknown> = {
  accent: "#2563eb",
  api_version: "2026-11-20",
  balance_amount: 0,
  code: "123456",
  color: "#2563eb",
  currency: "EUR",
  deposit_amount: null,
  card_terms: null,
  card: null,
  fees: [],
  due_now_amount: 0,
  country: "NL",
  date: "2026-11-23",
  email: "anna@example.com",
  address: "anna@example.com",
  to: "2026-11-30",
  from: "2026-11-23",
  description: "Cut and finish",
  destination: "anna@example.com",
  duration_minutes: 45,
  ends_at: "2026-11-23T09:45:00Z",
  events: ["booking.created", "booking.cancelled"],
  allowed_origins: ["https://www.example.com"],
  label: "Anything we should know?",
  locale: "en",
  manage_url: "https://bookings.example/manage/token",
  name: "Anna Visser",
  party_size: 1,
  phone: "+31 6 12345678",
  price_amount: 2500,
  reference: "K7M2QX9A",
  reprice: false,
  reason_code: "guest_ill",
  search: "anna",
  slug: "anna-hair",
  starts_at: "2026-11-23T09:00:00Z",
  start: "09:00",
  end: "17:00",
  subject: "Your booking",
  time_zone: "Europe/Amsterdam",
  tz: "Europe/Amsterdam",
  type: "person",
  url: "https://hooks.example.com/bookings",
  website: "https://www.example.com",
};

const formats: Record<string, unknown> = {
  uuid: ID,
  "date-time": "2026-11-23T09:00:00Z",
  date: "2026-11-23",
  email: "anna@example.com",
  uri: "https://www.example.com",
};

const REF = "#/components/schemas/";
type Schema = JsonSchema & {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  type?: string | string[];
};

/**
 * Generates an example from a schema: each field by name, else by type; of a union the first member
 * that isn't null.
 */
export function exampleOf(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  name = "",
): unknown {
  const own = schema as Schema;
  const value = values[name];
  if (value !== undefined && takes(own, value, components)) return value;
  if (typeof own["$ref"] === "string")
    return exampleOf(components[(own["$ref"] as string).slice(REF.length)] ?? {}, components, name);
  if ("const" in own) return own["const"];
  if (own.enum) return own.enum[0];
  const way = (own.anyOf ?? own.oneOf)?.find(({ type }) => type !== "null");
  if (way) return exampleOf(way, components, name);
  const type = Array.isArray(own.type) ? own.type[0] : own.type;
  if (type === "object") return objectExample(own, components);
  if (type === "array") return own.items ? [exampleOf(own.items, components, name)] : [];
  if (type === "integer" || type === "number") return Math.max(Number(own["minimum"] ?? 1), 1);
  if (type === "boolean") return own["default"] ?? true;
  if (type === "string")
    return formats[String(own["format"])] ?? own["default"] ?? textExample(own, components);
  return "text";
}

/** A time of day where the pattern requires one. */
const textExample = (schema: Schema, components: Record<string, JsonSchema>): string =>
  "pattern" in schema && takes(schema, "09:00", components) ? "09:00" : "text";

function objectExample(
  { properties = {}, required = [] }: Schema,
  components: Record<string, JsonSchema>,
): Record<string, unknown> {
  // Mutually exclusive fields: the example keeps one. A guest is typed rather than selected; a
  // price changes by amount or by percentage.
  const others = new Map(
    Object.entries({ customer_id: "customer", write_off: "amount", percent: "amount" }),
  );
  const isOther = (name: string) =>
    (others.get(name) ?? "") in properties && !required.includes(name);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !isOther(name))
      .map(([name, property]) => [name, exampleOf(property, components, name)]),
  );
}

/** Whether a schema accepts a value, judged by type, format, enum and pattern. */
function takes(schema: Schema, value: unknown, components: Record<string, JsonSchema>): boolean {
  if (typeof schema["$ref"] === "string")
    return takes(
      (components[(schema["$ref"] as string).slice(REF.length)] ?? {}) as Schema,
      value,
      components,
    );
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return ways.some((way) => takes(way, value, components));
  if ("const" in schema) return schema["const"] === value;
  if (schema.enum) return schema.enum.includes(value);
  const types = [schema.type].flat();
  if (Array.isArray(value))
    return (
      types.includes("array") &&
      value.every((entry) => takes(schema.items ?? {}, entry, components))
    );
  if (typeof value === "number") return types.includes("integer") || types.includes("number");
  if (!types.includes("string") || typeof value !== "string") return false;
  if (schema["format"] === "email" && !value.includes("@")) return false;
  if (schema["format"] === "uuid" || (schema["format"] === "date-time" && !value.includes("T")))
    return false;
  const { pattern, maxLength, minLength } = schema as {
    pattern?: string;
    maxLength?: number;
    minLength?: number;
  };
  if (value.length > (maxLength ?? Infinity) || value.length < (minLength ?? 0)) return false;
  return pattern === undefined || new RegExp(pattern, "u").test(value);
}

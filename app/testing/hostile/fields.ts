import { z } from "zod";

// Finds the positions in an operation's input where a value can be placed.

export type JsonSchema = {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};

export const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;

export interface Field {
  path: string[];
  schema: JsonSchema;
}

/** Every field of a body; lists are represented by their first entry. */
export function fieldsOf(
  { properties = {}, items, anyOf = [], oneOf = [] }: JsonSchema,
  path: string[] = [],
): Field[] {
  const at = (name: string, schema: JsonSchema) => [
    { path: [...path, name], schema },
    ...fieldsOf(schema, [...path, name]),
  ];
  const own = Object.entries(properties).flatMap(([name, schema]) => at(name, schema));
  const inner = [...anyOf, ...oneOf].flatMap((branch) => fieldsOf(branch, path));
  const found = [...own, ...inner, ...(items ? at("0", items) : [])];
  return [...new Map(found.map((field) => [field.path.join("."), field])).values()];
}

/** Every field of a value without a schema. */
export function fieldsIn(value: unknown, path: string[] = []): Field[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    { path: [...path, name], schema: {} },
    ...fieldsIn(inner, [...path, name]),
  ]);
}

/** A copy of `target` with `value` at `path`, creating missing levels. */
export function withValue(target: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (name === "0") return [withValue(Array.isArray(target) ? target[0] : undefined, rest, value)];
  const whole =
    typeof target === "object" && target !== null && !Array.isArray(target) ? target : {};
  return { ...whole, [name]: withValue(Reflect.get(whole, name), rest, value) };
}

/** Shortened form of a value for labels. */
export const short = (value: unknown): string =>
  JSON.stringify(value)?.slice(0, 80) ?? String(value);

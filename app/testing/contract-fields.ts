import type { z } from "zod";
import { operations } from "~/contract";

/** An input field of an operation. */
export interface ContractField {
  operation: string;
  place: "query" | "body";
  /** Names from the outermost to the innermost; list items are named []. */
  path: string[];
  schema: z.core.$ZodType;
}

type AnyDef = z.core.$ZodTypes["_zod"]["def"];
const defOf = (schema: z.core.$ZodType) => schema._zod.def as AnyDef; // the closed list of zod's own schemas

/** Unwraps optional, default and transform wrappers. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  const def = defOf(schema);
  if ("innerType" in def) return inner(def.innerType);
  if (def.type !== "pipe") return schema;
  return inner(defOf(def.in).type === "transform" ? def.out : def.in);
}

function walk(
  schema: z.core.$ZodType,
  path: string[],
  found: (path: string[], schema: z.core.$ZodType) => void,
): void {
  if (path.length > 0) found(path, schema);
  const def = defOf(inner(schema));
  if (def.type === "object")
    for (const [name, field] of Object.entries(def.shape)) walk(field, [...path, name], found);
  if (def.type === "array") walk(def.element, [...path, "[]"], found);
  if (def.type === "union")
    for (const option of def.options)
      if (isNested(option)) walk(option, path, (...at) => at[0] !== path && found(...at));
}
const isNested = (schema: z.core.$ZodType) =>
  ["object", "array", "union"].includes(defOf(inner(schema)).type);

/** Every input field of every operation. */
export function requestFields(): ContractField[] {
  return operations.flatMap(({ name, operation }) =>
    (["query", "body"] as const).flatMap((place) => {
      const fields: ContractField[] = [];
      const root = operation[place];
      if (root)
        walk(root, [], (path, schema) => fields.push({ operation: name, place, path, schema }));
      return fields;
    }),
  );
}

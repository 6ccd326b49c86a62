type Fields = Map<string, Fields | null>;

/**
 * A partial response (`fields=a,b(c,d),e/f`): the named fields of an object, or of each object in a
 * list.
 */
export function partOf(body: unknown, fields: string): object {
  return pick(body, parseFields(fields)) as object; // an object, as the body is
}

function pick(value: unknown, fields: Fields | null): unknown {
  if (fields === null || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => pick(one, fields));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => fields.has(name))
      .map(([name, inner]) => [name, pick(inner, fields.get(name) ?? null)]),
  );
}

function parseFields(text: string): Fields {
  const fields: Fields = new Map();
  for (const part of splitTop(text)) {
    const [, name = "", inner, below] = /^([A-Za-z]+)(?:\((.*)\)|\/(.*))?$/.exec(part) ?? [];
    fields.set(name, (inner ?? below) ? parseFields(inner ?? below ?? "") : null);
  }
  return fields;
}

/** Splits at commas outside of brackets. */
function splitTop(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    if (char === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts;
}

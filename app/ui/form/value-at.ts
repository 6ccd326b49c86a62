/**
 * Value of a field ("address.city", "tiers[0].hours") in form values; "" for none, the first of
 * several.
 */
export function valueAt(values: unknown, name: string): string {
  const value = name
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>(
      (within, part) => (within as Record<string, unknown> | null | undefined)?.[part],
      values,
    );
  return String((Array.isArray(value) ? value[0] : value) ?? "");
}

/**
 * Non-empty values as sorted lines. Equal lines mean two values look the same in a form, whether
 * read, typed or parsed.
 */
export function filledIn(value: unknown, path = ""): string[] {
  if (value === null || value === undefined || value === "" || value === false) return [];
  if (typeof value !== "object") return [`${path}=${value === true ? "on" : String(value)}`];
  return Object.entries(value)
    .flatMap(([name, within]) => filledIn(within, `${path}.${name}`))
    .sort();
}

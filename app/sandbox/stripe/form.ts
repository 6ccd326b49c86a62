/** An error in Stripe's format (Stripe API reference, Errors). */
export class WireError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly code: string | null = null,
    readonly param: string | null = null,
  ) {
    super(message);
  }
}

const invalid = (message: string, param: string, code: string | null = null) =>
  new WireError(400, "invalid_request_error", message, code, param);

export type Form = { [name: string]: string | Form };

/**
 * Parses form fields with brackets (`line_items[0][quantity]=1`) to a tree; list items are named by
 * index.
 */
export function parseForm(text: string): Form {
  const tree: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== "");
    let at = tree;
    for (const part of path.slice(0, -1)) {
      const next = at[part];
      at = typeof next === "object" ? next : ((at[part] = {}) as Form);
    }
    at[path.at(-1) ?? name] = value;
  }
  return tree;
}

/** Kind of a parameter: a value type, a list of a shape, or a nested shape. */
export type Shape = { [name: string]: Kind };
type Kind =
  | "text"
  | "integer"
  | "boolean"
  | "texts"
  | readonly string[]
  | { list: Kind }
  | { fields: Shape }
  | "metadata";

/** A shape matching the SDK's parameter type `T`: unknown parameters don't compile. */
export type ShapeOf<T> = { [K in keyof T]?: KindOf<Exclude<NonNullable<T[K]>, "">> };
type KindOf<V> = [V] extends [string]
  ? "text" | readonly V[]
  : [V] extends [number]
    ? "integer"
    : [V] extends [boolean]
      ? "boolean"
      : [V] extends [readonly (infer I)[]]
        ? [I] extends [string]
          ? "texts"
          : { list: { fields: ShapeOf<I> } }
        : "metadata" | { fields: ShapeOf<V> };

/** Refuses unknown parameters and values of the wrong type, as strictly as the provider. */
export function checkForm(form: Form, shape: Shape, path = ""): void {
  for (const [name, value] of Object.entries(form)) {
    const full = path === "" ? name : `${path}[${name}]`;
    const kind = shape[name];
    if (kind === undefined)
      throw invalid(`Received unknown parameter: ${full}`, full, "parameter_unknown");
    checkValue(value, kind, full);
  }
}

function checkValue(value: string | Form, kind: Kind, path: string): void {
  if (typeof kind === "object" && "fields" in kind)
    return checkForm(asForm(value, path), kind.fields, path);
  if (typeof kind === "object" && "list" in kind)
    return Object.entries(asForm(value, path)).forEach(([index, item]) =>
      checkValue(item, kind.list, `${path}[${index}]`),
    );
  if (kind === "texts")
    return Object.values(asForm(value, path)).forEach((item) => checkValue(item, "text", path));
  if (kind === "metadata")
    return Object.entries(asForm(value, path)).forEach(([name, item]) =>
      checkMetadata(name, item, path),
    );
  if (typeof value !== "string") throw invalid(`Invalid string: ${path}`, path);
  if (kind === "integer" && !/^-?\d{1,12}$/.test(value))
    throw invalid(`Invalid integer: ${value}`, path, "parameter_invalid_integer");
  if (kind === "boolean" && value !== "true" && value !== "false")
    throw invalid(`Invalid boolean: ${value}`, path);
  if (typeof kind === "object" && Array.isArray(kind) && !kind.includes(value))
    throw invalid(`Invalid ${path}: must be one of ${kind.join(", ")}`, path);
  if (value === "")
    throw invalid(`You passed an empty string for '${path}'.`, path, "parameter_invalid_empty");
}

function checkMetadata(name: string, value: string | Form, path: string): void {
  if (typeof value !== "string" || name.length > 40 || value.length > 500)
    throw invalid("Metadata names have 40 characters at most, values 500.", path);
}

function asForm(value: string | Form, path: string): Form {
  if (typeof value === "string") throw invalid(`Invalid object: ${path}`, path);
  return value;
}

/** A text in the tree by its path; undefined if it was not sent. */
export function textAt(form: Form, ...path: string[]): string | undefined {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === "object" ? at[part] : undefined;
  return typeof at === "string" ? at : undefined;
}

export function numberAt(form: Form, ...path: string[]): number | undefined {
  const text = textAt(form, ...path);
  return text === undefined ? undefined : Number(text);
}

/** A flat record of texts, such as metadata. */
export function recordAt(form: Form, ...path: string[]): Record<string, string> {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === "object" ? at[part] : undefined;
  if (typeof at !== "object") return {};
  return Object.fromEntries(
    Object.entries(at).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

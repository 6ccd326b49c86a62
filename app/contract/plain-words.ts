import { z } from "zod";

/**
 * Plain-language messages for invalid fields: the same in the API, in forms and in the widget. A
 * schema's own message (`error`) takes precedence. Installed globally when a contract schema is
 * loaded.
 */
type FieldProblem = z.core.$ZodRawIssue;

const number = (value: number | bigint | Date) =>
  value instanceof Date
    ? value.toISOString()
    : value.toLocaleString("en-US", { maximumFractionDigits: 10 });
const many = (count: number | bigint | Date, one: string, more: string) =>
  `${number(count)} ${Number(count) === 1 ? one : more}`;

const kinds: Record<string, string> = {
  string: "Use text.",
  number: "Use a number.",
  int: "Use a whole number.",
  boolean: "Use true or false.",
  array: "Use a list.",
  object: "Use an object with named fields.",
  record: "Use an object with named fields.",
  date: "Use a date such as 2026-11-20.",
  file: "Choose a file.",
  Blob: "Choose a file.",
};

const forms: Record<string, string> = {
  uuid: "Use an id such as 019aa0c4-6c00-7000-8000-000000000001.",
  datetime: "Use a date and time with its offset, such as 2026-11-20T09:00:00Z.",
  date: "Use a date such as 2026-11-20.",
  time: "Use a time such as 09:30.",
  url: "Use an address such as https://www.example.com.",
  email: "Use an email address such as anna@example.com.",
};

const isMissing = (input: unknown) => input === undefined || input === null || input === "";
const listed = (values: readonly unknown[]) => values.map(String).join(", ");

function sizeWords(direction: "least" | "most", { origin, limit, inclusive }: Size): string {
  if (origin === "string") return `Use at ${direction} ${many(limit, "character", "characters")}.`;
  if (origin === "array" || origin === "set")
    return `Give at ${direction} ${many(limit, "entry", "entries")}.`;
  if (origin === "object" || origin === "map")
    return `Give at ${direction} ${many(limit, "field", "fields")}.`;
  if (origin === "file") return `Choose a file of at ${direction} ${many(limit, "byte", "bytes")}.`;
  if (inclusive) return `Use ${number(limit)} or ${direction === "least" ? "more" : "less"}.`;
  return `Use ${direction === "least" ? "more" : "less"} than ${number(limit)}.`;
}
interface Size {
  origin: string;
  limit: number | bigint | Date;
  inclusive: boolean;
}

function plainWords(problem: FieldProblem): string {
  switch (problem.code) {
    case "invalid_type":
      return isMissing(problem.input)
        ? "This is required."
        : (kinds[problem.expected] ?? "This cannot be used here.");
    case "too_small":
      if (problem.origin === "string" && isMissing(problem.input)) return "This is required.";
      return sizeWords("least", {
        origin: problem.origin,
        limit: problem.minimum,
        inclusive: problem.inclusive !== false,
      });
    case "too_big":
      return sizeWords("most", {
        origin: problem.origin,
        limit: problem.maximum,
        inclusive: problem.inclusive !== false,
      });
    case "invalid_format":
      return isMissing(problem.input)
        ? "This is required."
        : (forms[problem.format] ?? "This is not written as it must be.");
    case "invalid_value":
      if (isMissing(problem.input)) return "This is required.";
      return problem.values.length === 1
        ? `Use ${listed(problem.values)}.`
        : `Use one of: ${listed(problem.values)}.`;
    case "not_multiple_of":
      return `Use a multiple of ${number(problem.divisor)}.`;
    case "unrecognized_keys":
      return "There is no such field.";
    case "invalid_union":
      return unionWords(problem);
    case "invalid_key":
    case "invalid_element":
      return problem.issues[0]?.message ?? "This cannot be used here.";
    default:
      return "This cannot be used here.";
  }
}

/** The accepted forms of a union, without duplicates. */
function unionWords(problem: Extract<FieldProblem, { code: "invalid_union" }>): string {
  if (isMissing(problem.input)) return "This is required.";
  const options = (problem as { options?: readonly unknown[] }).options;
  if (options !== undefined) return `Use one of: ${listed(options)}.`;
  const ways = problem.errors.flatMap(([first]) =>
    first && first.path.length === 0 ? [first.message] : [],
  );
  const words = [...new Set(ways)];
  return words.length === 0 ? "This cannot be used here." : words.join(" Or: ");
}

z.config({ customError: plainWords });

/** One problem with one field, as in the API's error body. */
export interface FieldIssue {
  path: string;
  code: string;
  message: string;
}

export const MAX_ISSUES = 50;

/** A schema's errors by field, at most 50. */
export function issuesOf(error: z.ZodError): FieldIssue[] {
  const issues = error.issues.slice(0, MAX_ISSUES).flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code !== "unrecognized_keys")
      return [{ path: path.join("."), code: issue.code, message: issue.message }];
    return issue.keys.slice(0, MAX_ISSUES).map((name) => ({
      path: [...path, name].join("."),
      code: "unknown_field",
      message: "There is no such field.",
    }));
  });
  return issues.slice(0, MAX_ISSUES);
}

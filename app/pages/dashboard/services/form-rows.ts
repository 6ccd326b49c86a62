import { z } from "zod";
import type { Issue } from "~/contract/errors";
import { HIGHEST_FORM_INDEX } from "~/contract/limits";
import { AppError, invalidFields } from "~/lib/app-error";

// Dynamic form rows: `length_options[2].minutes`. A removed row leaves a gap, so the others keep
// their names.

/** Field of a form with rows. */
export const formRows = <Row extends z.ZodObject>(row: Row) =>
  z
    .array(row.optional())
    .max(HIGHEST_FORM_INDEX + 1)
    .default([]);

/** Value of a row button without JavaScript: "add length_options", "remove length_options 2". */
export const RowChange = z
  .string()
  .regex(/^(add \w{1,40}|remove \w{1,40} \d{1,3})$/)
  .optional();

/** The form library drops empty rows, so a new one needs a value. */
const NEW_ROW = { added: "on" };

/** The form with a row added or removed. */
export function changeRows<Form extends Record<string, unknown>>(form: Form, change: string): Form {
  const [what, name = "", index] = change.split(" ");
  const rows = form[name];
  if (!Array.isArray(rows)) return form;
  const changed =
    what === "add" ? [...rows, NEW_ROW] : rows.filter((_row, at) => at !== Number(index));
  return { ...form, [name]: changed };
}

/** A non-empty row with its index. */
export interface FilledRow<Row> {
  row: Row;
  index: number;
}

export const filledRows = <Row>(
  rows: readonly (Row | undefined)[],
  isFilled: (row: Row) => boolean,
) =>
  rows.flatMap((row, index): FilledRow<Row>[] =>
    row !== undefined && isFilled(row) ? [{ row, index }] : [],
  );

/**
 * Maps a contract field to the form's: "length_options.0.price_amount" → "length_options.2.price".
 */
export type FieldNames = (path: string) => string;

/** Runs `work` and maps its field errors to the form's names. */
export async function withFieldNames<Done>(
  nameOf: FieldNames,
  work: () => Promise<Done> | Done,
): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.extra.issues === undefined) throw error;
    const issues = error.extra.issues.map((issue) => ({ ...issue, path: nameOf(issue.path) }));
    throw new AppError(error.code, error.message, { ...error.extra, issues });
  }
}

/** Parses a value with a contract schema. Throws validation_failed with paths below `path`. */
export function parseField<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue): Issue => ({
    path: [path, ...issue.path].join("."),
    code: "invalid",
    message: issue.message,
  }));
  throw invalidFields(issues);
}

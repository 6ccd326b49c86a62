import { z } from "zod";
import { BOOKING_FIELDS, IMPORT_FIELDS } from "~/domain/imports/import-fields";
import { MAX_IMPORT_COLUMNS, MAX_NAMES } from "~/domain/imports/import-limits";
import { DATE_ORDERS } from "~/domain/imports/read-moment";

/** Of a column that is not imported; an empty text would count as missing. */
export const NOT_IMPORTED = "none";

/** Of a name whose rows are left out. */
export const LEFT_OUT = "none";
const Names = z
  .array(
    z.object({
      name: z.string().max(4000).default(""),
      id: z.union([z.uuid(), z.literal(LEFT_OUT)]),
    }),
  )
  .max(MAX_NAMES)
  .default([]);

const Existing = z.enum(["fill", "skip"]).default("fill");

export const ImportForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("columns"),
    fields: z
      .array(z.enum([...IMPORT_FIELDS, ...BOOKING_FIELDS, NOT_IMPORTED]))
      .max(MAX_IMPORT_COLUMNS),
    order: z.enum(DATE_ORDERS).optional(),
  }),
  z.object({ intent: z.literal("names"), service: Names, resource: Names }),
  z.object({ intent: z.literal("import"), existing: Existing }),
  z.object({ intent: z.literal("undo") }),
  z.object({ intent: z.literal("discard") }),
]);
export type ImportForm = z.output<typeof ImportForm>;

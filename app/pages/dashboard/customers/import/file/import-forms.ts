import { z } from "zod";
import { IMPORT_FIELDS } from "~/domain/imports/import-fields";
import { MAX_IMPORT_COLUMNS } from "~/domain/imports/import-limits";

/** Of a column that is not imported; an empty text would count as missing. */
export const NOT_IMPORTED = "none";

const Existing = z.enum(["fill", "skip"]).default("fill");

export const ImportForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("columns"),
    fields: z.array(z.enum([...IMPORT_FIELDS, NOT_IMPORTED])).max(MAX_IMPORT_COLUMNS),
  }),
  z.object({ intent: z.literal("import"), existing: Existing }),
  z.object({ intent: z.literal("undo") }),
  z.object({ intent: z.literal("discard") }),
]);
export type ImportForm = z.output<typeof ImportForm>;

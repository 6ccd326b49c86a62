import { resolve } from "node:path";
import { t } from "~/i18n/text";
import { invalidField } from "~/lib/app-error";
import { FairLimiter } from "~/lib/fair-limiter";
import { LimitedProcess, LimitExceeded } from "~/lib/limited-process.server";
import type { StaffActor } from "../identity/actor";
import { MAX_IMPORT_BYTES, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from "./import-limits";
import type { Table, TableRefusal } from "./read-table";

const worker = new LimitedProcess<Uint8Array, Table | TableRefusal>({
  script: resolve("app/domain/imports/table-worker.mjs"),
  milliseconds: 5_000,
  megabytes: 512,
});
const turns = new FairLimiter({ at_once: 1 });

/** Parses an uploaded CSV file, fairly among companies. Throws validation_failed. */
export async function parseTable({ tenant }: StaffActor, bytes: Uint8Array): Promise<Table> {
  if (bytes.length > MAX_IMPORT_BYTES) throw fileTooLarge();
  const table = await turns
    .run(tenant.id, () => worker.run(bytes))
    .catch((error: unknown) => {
      if (error instanceof LimitExceeded)
        throw invalidField("file", t("This file can’t be read as CSV."));
      throw error;
    });
  if ("refused" in table) throw invalidField("file", refusalWords(table));
  return table;
}

export const fileTooLarge = () =>
  invalidField(
    "file",
    t("This file is larger than {{limit}} MB. Split it into several files.", {
      limit: MAX_IMPORT_BYTES / 1024 / 1024,
    }),
  );

function refusalWords({ refused, row = 1 }: TableRefusal): string {
  switch (refused) {
    case "rows":
      return t("This file has more than {{limit}} rows. Split it into several files.", {
        limit: MAX_IMPORT_ROWS,
      });
    case "columns":
      return t("This file has more than {{limit}} columns. Delete those you don’t need.", {
        limit: MAX_IMPORT_COLUMNS,
      });
    case "quotes":
      return t("A quotation mark in row {{row}} isn’t closed. Correct it and upload again.", {
        row,
      });
    case "binary":
      return t("This isn’t a CSV file. Save the spreadsheet as CSV and upload that.");
    case "empty":
      return t("This file has no rows below its headers.");
  }
}

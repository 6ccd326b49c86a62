import type { ImportCounts } from "~/domain/imports/import-row";

/** Repeated in the file; of bookings also those that were there when they were imported. */
export const countRepeated = ({
  status,
  outcome,
}: Pick<ImportCounts, "status" | "outcome">): number =>
  status.past + status.upcoming > 0 ? status.repeated + outcome.kept : status.repeated;

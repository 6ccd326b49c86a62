/** The details of a customer that a column can be imported as. */
export const IMPORT_FIELDS = [
  "name",
  "first_name",
  "last_name",
  "email",
  "phone",
  "notes",
  "locale",
  "time_zone",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
/** Per column of the file; "": not imported. */
export type ColumnFields = (ImportField | "")[];

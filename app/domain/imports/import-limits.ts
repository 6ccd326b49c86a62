export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;
/** Without the headers. */
export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_COLUMNS = 100;
/** Rows per statement or transaction. */
export const IMPORT_STEP = 200;
/** Names of services, and of resources, that are listed and can be chosen for. */
export const MAX_NAMES = 50;

import { AppError } from "./app-error";

/** A list's place, opaque to the caller: the sort it belongs to and the last row's values. */
export function writeCursor(sort: string, values: string[]): string {
  return Buffer.from(JSON.stringify([sort, ...values])).toString("base64url");
}

/** The values of a cursor made for this sort; throws validation_failed for any other text. */
export function readCursor(sort: string, cursor: string, length: number): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (
      Array.isArray(parts) &&
      parts.length === length + 1 &&
      parts[0] === sort &&
      parts.every((part) => typeof part === "string")
    )
      return parts.slice(1);
  } catch {
    // not ours: said below
  }
  throw foreignCursor();
}

function foreignCursor(): AppError {
  return new AppError("validation_failed", "That cursor does not belong to this list.", {
    issues: [{ path: "cursor", code: "invalid", message: "Start again without a cursor." }],
  });
}

/** The place of a list in order of time: an instant and an id. Throws validation_failed for any other text. */
export function readTimeCursor(sort: string, cursor: string): { at: Date; id: string } {
  const [instant = "", id = ""] = readCursor(sort, cursor, 2);
  const at = new Date(instant);
  if (Number.isNaN(at.getTime()) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw foreignCursor();
  return { at, id };
}

/** The page of a list that was asked for one row more than `limit`. */
export function toPage<T>(rows: T[], limit: number, cursorOf: (row: T) => string, total?: number) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const has_more = rows.length > limit;
  const page = { limit, next_cursor: has_more && last !== undefined ? cursorOf(last) : null, has_more };
  return { data, page: total === undefined ? page : { ...page, total } };
}

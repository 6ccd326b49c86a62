import { AppError } from "./app-error";
import { readToken, signToken } from "./signed-token.server";

/**
 * Encodes a list position as an opaque, signed cursor. The signature lets queries trust its values.
 */
export const writeCursor = (sort: string, values: string[]): string =>
  signToken("cursor", [sort, ...values]);

/** Decodes a cursor made for this sort. Throws validation_failed for anything else. */
export function readCursor(sort: string, cursor: string, length: number): string[] {
  const [written, ...values] = readToken<string[]>("cursor", cursor) ?? [];
  if (written !== sort || values.length !== length) throw foreignCursor();
  return values;
}

function foreignCursor(): AppError {
  return new AppError("validation_failed", "That cursor does not belong to this list.", {
    issues: [{ path: "cursor", code: "invalid", message: "Start again without a cursor." }],
  });
}

/**
 * Decodes a cursor of a list ordered by time: instant and id. Throws validation_failed for anything
 * else.
 */
export function readTimeCursor(sort: string, cursor: string): { at: Date; id: string } {
  const [instant = "", id = ""] = readCursor(sort, cursor, 2);
  return { at: new Date(instant), id };
}

/** Builds a page from rows that were queried with a limit one higher. */
export function toPage<T>(rows: T[], limit: number, cursorOf: (row: T) => string, total?: number) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const has_more = rows.length > limit;
  const page = {
    limit,
    next_cursor: has_more && last !== undefined ? cursorOf(last) : null,
    has_more,
  };
  return { data, page: total === undefined ? page : { ...page, total } };
}

/** `include=total` counts at most this many rows. */
export const COUNT_LIMIT = 10_000;

/** Query parameters of every list. */
interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  include?: string[] | undefined;
}

/** Whether the caller requested page.total, which costs an extra query. */
export const wantsTotal = ({ include }: Pick<ListQuery, "include">): boolean =>
  include?.includes("total") ?? false;

/**
 * A page of a short list that is loaded whole and sorted by `placeOf`, which must be unique per
 * row; a `-` before the sort's name reverses it. Throws validation_failed for a cursor of another
 * list.
 */
export function pageOfAll<T>(
  rows: T[],
  query: ListQuery,
  sort: string,
  placeOf: (row: T) => string,
) {
  const sign = sort.startsWith("-") ? -1 : 1;
  const places = rows.map((row) => ({ row, place: placeOf(row) }));
  places.sort((one, other) =>
    one.place < other.place ? -sign : one.place > other.place ? sign : 0,
  );
  const [start] = query.cursor === undefined ? [] : readCursor(sort, query.cursor, 1);
  const isAfter = (place: string) =>
    start === undefined || (sign === 1 ? place > start : place < start);
  const after = places.filter(({ place }) => isAfter(place)).slice(0, query.limit + 1);
  const total = wantsTotal(query) ? rows.length : undefined;
  const { data, page } = toPage(
    after,
    query.limit,
    ({ place }) => writeCursor(sort, [place]),
    total,
  );
  return { data: data.map(({ row }) => row), page };
}

/** A short list that is always complete: the same shape as every other list. */
export function wholeList<T>(data: T[]) {
  return { data, page: { limit: data.length, next_cursor: null, has_more: false } };
}

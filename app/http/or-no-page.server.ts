import { Id } from "~/contract/common";
import { AppError, notFound } from "~/lib/app-error";
import { pageError } from "./page.server";

/**
 * Awaits the page's main record; throws the 404 page when it doesn't exist or belongs to another
 * company.
 */
export async function orNoPage<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw error instanceof AppError && error.code === "not_found"
      ? pageError(404, error.message)
      : error;
  }
}

/** The id in a page's address; a malformed one throws the 404 page. */
export function pageId({ id }: { id?: string | undefined }): string {
  const read = Id.safeParse(id);
  if (!read.success) throw pageError(404, notFound("Record", id).message);
  return read.data;
}

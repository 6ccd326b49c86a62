import { Id } from "~/contract/common";
import { AppError } from "~/lib/app-error";
import { pageError } from "./page.server";

/** What a page is about: where it does not exist, or belongs to another company, the 404 page. */
export async function orNoPage<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw error instanceof AppError && error.code === "not_found"
      ? pageError(404, error.message)
      : error;
  }
}

/** The id in a page's address; what is none leads to the 404 page. */
export function pageId({ id }: { id?: string | undefined }): string {
  const read = Id.safeParse(id);
  if (!read.success) throw pageError(404, "There is nothing here with that id.");
  return read.data;
}

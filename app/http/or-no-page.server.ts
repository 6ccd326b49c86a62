import { AppError } from "~/lib/app-error";
import { pageError } from "./page.server";

/** What a page is about: where it does not exist, or belongs to another company, the 404 page. */
export async function orNoPage<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw error instanceof AppError && error.code === "not_found" ? pageError(404, error.message) : error;
  }
}

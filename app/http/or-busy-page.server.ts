import { AppError } from "~/lib/app-error";
import { pageError } from "./page.server";

/** What a page reads of figures and searches: where too much is being read already, the page that says so and when to come back. */
export async function orBusyPage<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    const isBusy = error instanceof AppError && (error.code === "rate_limited" || error.code === "not_ready");
    throw isBusy ? pageError(error.status, error.message, error.extra.headers) : error;
  }
}

import { AppError } from "~/lib/app-error";
import { pageError } from "./page.server";

/** What a page reads of figures and searches: where too much is being read already, the page that says so and when to come back. */
export async function orBusyPage<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw isTooBusy(error) ? pageError(error.status, error.message, error.extra.headers) : error;
  }
}

/** The same where the rest of the page is of use without it: null. */
export async function orNullIfBusy<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isTooBusy(error)) return null;
    throw error;
  }
}

const isTooBusy = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === "rate_limited" || error.code === "not_ready");

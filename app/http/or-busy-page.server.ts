import { AppError } from "~/lib/app-error";
import { pageError } from "./page.server";

/**
 * Awaits a read of statistics or search. When too many run already, throws the busy page with
 * Retry-After.
 */
export async function orBusyPage<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw isTooBusy(error) ? pageError(error.status, error.message, error.extra.headers) : error;
  }
}

/** The same for optional content: resolves to null when busy. */
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

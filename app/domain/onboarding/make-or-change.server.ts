import { AppError } from "~/lib/app-error";

/**
 * Creates a record of the onboarding, or updates it if it exists; of two concurrent requests for a
 * step, the later one updates.
 */
export async function makeOrChange(
  isThere: boolean,
  make: () => Promise<unknown>,
  change: () => Promise<unknown>,
): Promise<void> {
  try {
    await (isThere ? change() : make());
  } catch (error) {
    if (isThere || !isTaken(error)) throw error;
    await change();
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof AppError && error.code === "already_exists";

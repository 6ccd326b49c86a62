import { AppError } from "~/lib/app-error";
import { Prisma } from "../../../prisma/generated/client";

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

/**
 * Whether the id already exists: reported by schedules as an AppError, by resources as Prisma's
 * error.
 */
function isTaken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "already_exists";
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

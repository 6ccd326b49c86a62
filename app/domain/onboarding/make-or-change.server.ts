import { AppError } from "~/lib/app-error";
import { Prisma } from "../../../prisma/generated/client";

/** Makes a record of the set-up, or changes the one that is there; where the same step came twice at once, the later one changes. */
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

/** Refused because its id is there: of a schedule as its own error, of a resource as Prisma's. */
function isTaken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "already_exists";
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

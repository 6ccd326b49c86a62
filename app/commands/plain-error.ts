/** An error that the user can act on: printed without a stack. */
export class PlainError extends Error {
  override readonly name = "PlainError";
}

/**
 * Runs a command. A `PlainError` is printed as its message, other errors with their stack; both
 * exit with status 1.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : error);
    process.exitCode = 1;
  }
}

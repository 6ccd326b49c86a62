/** Something the person at the terminal can act on: shown as its message alone, without a stack. */
export class PlainError extends Error {
  override readonly name = "PlainError";
}

/** Runs a command: a `PlainError` is said in its own words, anything else with its stack; both end with status 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : error);
    process.exitCode = 1;
  }
}

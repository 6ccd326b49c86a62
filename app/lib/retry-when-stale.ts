import { AppError } from "./app-error";

/** Enough for everybody of a company who saves the same thing at the same time. */
const ATTEMPTS = 30;

/**
 * Repeats an optimistic change until nothing that it read has changed meanwhile: `attempt` returns
 * null if it lost the race. Throws not_ready after 30 lost races.
 */
export async function retryWhenStale<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < ATTEMPTS; tries++) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new AppError("not_ready", "This is being changed a lot. Try again in a few seconds.", {
    headers: { "Retry-After": "5" },
  });
}

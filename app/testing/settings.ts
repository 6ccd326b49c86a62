/**
 * Sets the environment of a test file. Import before anything that reads it. Domain tests that use
 * it are listed in `withSettings` in vitest.config.ts, so that their process hasn't loaded anything
 * yet.
 */
export function setSettings(settings: Record<string, string>): void {
  if (process.env.TEST_SHARED_PROCESS === "1")
    throw new Error(
      "This test has settings of its own: list its file in withSettings (vitest.config.ts).",
    );
  Object.assign(process.env, settings);
}

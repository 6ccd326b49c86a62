/**
 * Sets the environment of a test file. Imported before anything that reads it. A test of domain is one of `withSettings` in
 * vitest.config.ts, whose processes have loaded nothing before.
 */
export function setSettings(settings: Record<string, string>): void {
  if (process.env.TEST_SHARED_PROCESS === "1")
    throw new Error(
      "This test has settings of its own: list its file in withSettings (vitest.config.ts).",
    );
  Object.assign(process.env, settings);
}

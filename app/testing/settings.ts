/**
 * Sets the environment of a test file. Import it before anything that reads the environment. In a
 * process that several files share, the product has read it already: list such a file in `alone` of
 * vitest.config.ts.
 */
export function setSettings(settings: Record<string, string>): void {
  if (process.env.TEST_SHARED_PROCESS === "1")
    throw new Error("This test sets the environment: add its file to `alone` in vitest.config.ts.");
  Object.assign(process.env, settings);
}

import { test } from "vitest";
import { pathOfTool, type ToolName } from "../commands/test-tools.mjs";

/**
 * `test` for tests that need tools from outside npm (listed in commands/test-tools.mjs). Skipped if
 * one is missing, which `npm test` reports; with CI=true that is a failure.
 */
export function needsTool(...names: ToolName[]) {
  return test.skipIf(names.some((name) => pathOfTool(name) === null));
}

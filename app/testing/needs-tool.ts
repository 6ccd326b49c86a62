import { test } from "vitest";
import { pathOfTool, type ToolName } from "../commands/test-tools.mjs";

/**
 * `test`, of what needs tools that npm does not bring (the table is in commands/test-tools.mjs): skipped where one is not there, which
 * `npm test` counts, says, and with CI=true takes for a failure.
 */
export function needsTool(...names: ToolName[]) {
  return test.skipIf(names.some((name) => pathOfTool(name) === null));
}

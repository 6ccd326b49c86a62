import { test } from "vitest";
import { pathOfTool, type ToolName } from "../commands/test-tools.mjs";

/**
 * `test`, of what needs a tool that npm does not bring (the table is in commands/test-tools.mjs): skipped where it is not there, which
 * `npm test` counts, says, and with CI=true takes for a failure.
 */
export function needsTool(name: ToolName) {
  return test.skipIf(pathOfTool(name) === null);
}

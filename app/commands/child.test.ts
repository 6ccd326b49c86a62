import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { startChild } from "./child";

const folder = mkdtempSync(join(tmpdir(), "child-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// This command does not exist, so the child fails immediately.
const run = (logFile: string) => startChild("none", {}, logFile);

test("a child's output goes to its log, and the last lines are available", async () => {
  const child = run(join(folder, "logs", "none.log"));
  expect(await child.ended).toBe("exited with status 1");
  expect(readFileSync(join(folder, "logs", "none.log"), "utf8")).toContain(
    'There is no command "none"',
  );
  expect(child.lastOutput()).toContain('There is no command "none"');
});

// A full disk (on systems with such a device), and a log that cannot be opened.
test.each([...["/dev/full"].filter(existsSync), folder])(
  "a log that cannot be written (%s) is reported once and does not stop the process",
  async (logFile) => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const child = run(logFile);
    expect(await child.ended).toBe("exited with status 1");
    await vi.waitFor(() => expect(consoleError).toHaveBeenCalled());
    expect(consoleError.mock.calls).toEqual([
      [expect.stringMatching(/cannot be written \((ENOSPC|EISDIR).*Further lines are lost/)],
    ]);
    expect(child.lastOutput()).toContain('There is no command "none"');
    consoleError.mockRestore();
  },
);

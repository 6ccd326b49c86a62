import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { untilTrue } from "~/testing/webhook-receivers";
import { startChild } from "./child";
import { keepRunning } from "./keep-running";
import { findFreePorts } from "./ports";

const folder = mkdtempSync(join(tmpdir(), "hung-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ status }) => status === 200,
    () => false,
  );

test("a hung web process is killed and replaced", async () => {
  const [port = 0] = await findFreePorts("127.0.0.1", 1);
  const url = `http://127.0.0.1:${port}`;
  const log = join(folder, "web.log");
  const preload = new URL("../testing/hold-event-loop.mjs", import.meta.url).href;
  const environment = {
    NODE_ENV: "test",
    NODE_OPTIONS: `--import ${preload}`,
    HOST: "127.0.0.1",
    PORT: String(port),
    DATABASE_URL: process.env.DATABASE_URL,
  };
  const lines: string[] = [];
  const web = keepRunning({
    name: "web",
    start: () => startChild("web", environment, log),
    print: (line) => void lines.push(line),
    changed: () => undefined,
    firstPauseMs: 1,
  });
  try {
    await web.message();
    expect(await answers(url)).toBe(true);
    const { pid } = web.identity();
    await expect(fetch(`${url}/held`)).rejects.toThrow();
    await untilTrue(() => answers(url));
    expect(web.identity().pid).not.toBe(pid);
    expect(lines).toEqual([expect.stringMatching(/^web was killed by SIGKILL; restarting it/)]);
    expect(readFileSync(log, "utf8")).toMatch(
      /The event loop was blocked for \d seconds\. Exiting/,
    );
  } finally {
    await web.stop();
  }
});

import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { makeResource, makeSecretKey, makeTenant } from "./factory";
import { startWeb } from "./web-process";

test("the built service, started with --import and an SDK, creates spans", async () => {
  const owner = await makeTenant();
  await makeResource(owner);
  const key = await makeSecretKey(owner);
  const sdk = pathToFileURL("app/testing/spans-to-parent.mjs").href;
  const web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" }, [
    "--import",
    sdk,
  ]);
  try {
    const spans: { span: string; parent: string | null }[] = [];
    web.onMessage((message) => {
      if (typeof message === "object" && message !== null && "span" in message)
        spans.push(message as (typeof spans)[0]);
    });
    const answer = await fetch(`${web.url}/api/resources`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    await expect
      .poll(() => spans.map(({ span }) => span), { timeout: 60_000 })
      .toContain("resources.list");
    expect(spans.find(({ span }) => span === "resources.list")!.parent).toBeNull();
    expect(
      spans.filter(({ span, parent }) => /^select /.test(span) && parent !== null).length,
    ).toBeGreaterThan(0);
  } finally {
    await web.stop();
  }
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LimitName } from "~/contract/operation";
import { newId } from "~/lib/ids";

// Limits across processes and settings: each `start` reloads the modules, like a new process.

const settings = { RATE_LIMITS: "on", LIMITS: "" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function start(more: Partial<typeof settings> = {}) {
  for (const [name, value] of Object.entries({ ...settings, ...more })) vi.stubEnv(name, value);
  vi.resetModules();
  return { ...(await import("./limits.server")), ...(await import("./limit-table.server")) };
}
type Process = Awaited<ReturnType<typeof start>>;

const someone = () => ({ ip: `address ${newId()}`, id: newId() });
const left = async (process: Process, name: LimitName, who: ReturnType<typeof someone>) =>
  (await process.countCall(name, who))["RateLimit-Remaining"];
const refused = expect.objectContaining({ code: "rate_limited", status: 429 });

describe("two processes", () => {
  const shared: LimitName[] = [
    "create_tenant",
    "send_code",
    "upload",
    "verify",
    "verify_code",
    "verify_confirm",
  ];
  const own: LimitName[] = [
    "calendar_feed",
    "guest_page",
    "key_read",
    "provider",
    "session",
    "unknown_key",
    "widget_booking",
    "widget_hold",
    "widget_preview",
    "widget_visit_times",
  ];

  test("share only the limits marked as shared", async () => {
    const { limits } = await start();
    const isShared = (name: string) => limits[name as LimitName].some((rule) => rule.shared);
    expect(Object.keys(limits).filter(isShared).sort()).toEqual(shared);
    expect(
      Object.keys(limits)
        .filter((name) => !isShared(name))
        .sort(),
    ).toEqual(own);
  });

  test.each(shared)("share the counter %s", async (name) => {
    const [first, second] = [await start(), await start()];
    expect(second.countCall).not.toBe(first.countCall);
    const who = someone();
    const points = first.limits[name][0]!.points;
    expect(await left(first, name, who)).toBe(String(points - 1));
    expect(await left(second, name, who)).toBe(String(points - 2));
    await Promise.all(
      Array.from({ length: points - 2 }, (_, call) => left(call % 2 ? first : second, name, who)),
    );
    for (const process of [first, second])
      await expect(process.countCall(name, who)).rejects.toEqual(refused);
  });

  test.each(own)("count %s separately", async (name) => {
    const [first, second] = [await start(), await start()];
    const who = someone();
    const points = String(first.limits[name][0]!.points - 1);
    expect(await left(first, name, who)).toBe(points);
    expect(await left(second, name, who)).toBe(points);
  });
});

describe("LIMITS", () => {
  test("overrides limits and keeps the rest", async () => {
    const process = await start({ LIMITS: "session=2, upload=1," });
    const who = someone();
    expect(await process.countCall("session", who)).toMatchObject({
      "RateLimit-Limit": "2",
      "RateLimit-Remaining": "1",
    });
    await process.countCall("session", who);
    await expect(process.countCall("session", who)).rejects.toEqual(refused);
    await process.countCall("upload", who);
    await expect(process.countCall("upload", who)).rejects.toEqual(refused);
    expect((await process.countCall("key_read", who))["RateLimit-Limit"]).toBe("120");
  });

  test.each([
    "session",
    "session=",
    "session=many",
    "session=-1",
    "session=1;upload=2",
    "sessions=5",
    "toString=5",
  ])("%j is refused at start and named", async (value) => {
    await expect(start({ LIMITS: value })).rejects.toThrow(/LIMITS/);
  });
});

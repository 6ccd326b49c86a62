import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { atDetails, useBrowser } from "../store.setup";
import { aBooked, aConfig, aProblem } from "../samples";
import { confirmCode, sendCode } from "./proof";

beforeEach(useBrowser);
afterEach(() => void vi.useRealTimers());

describe("verification", () => {
  const verifying = { config: aConfig({ verification: "email" }) };
  it("precedes the booking, which follows the right code immediately", async () => {
    const { store, posts, others, send } = await atDetails(verifying);
    await send();
    expect(store.state.flow.step).toBe("verify");
    store.act("change", "code", "12 34 56");
    await confirmCode(store);
    expect(others.at(-1)).toMatchObject({
      name: "verify/confirm",
      body: { verification_id: "v", code: "123456" },
    });
    expect(posts[0]!.body).toMatchObject({ verification_token: "vt" });
    expect(store.state.flow.step).toBe("done");
  });

  it("sends another code only to another address or on request", async () => {
    const { store, others, send } = await atDetails(verifying);
    const codes = () => others.filter(({ name }) => name === "verify");
    await send();
    store.act("back", "details");
    await send();
    expect(codes()).toHaveLength(1);
    await sendCode(store, true);
    expect(codes()).toHaveLength(2);
    expect(codes()[0]!.key).not.toBe(codes()[1]!.key);
    store.act("back", "details");
    store.act("change", "email", "other@example.com");
    await send();
    expect(codes()).toHaveLength(3);
  });

  it("is required if the service requests it, whatever the configuration says", async () => {
    const { store, send } = await atDetails({
      outcomes: [aProblem(422, { code: "verification_required" }), aBooked()],
    });
    await send();
    await vi.dynamicImportSettled();
    expect(store.state.flow.step).toBe("verify");
  });
});

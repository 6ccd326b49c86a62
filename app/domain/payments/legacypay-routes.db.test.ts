import { standIn } from "~/testing/legacypay-on";
import { afterAll, expect, test } from "vitest";
import { authorize, comeBack, connectOverHttp, consent, newAccount } from "~/testing/connect-calls";
import { makeTenant, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";

afterAll(() => standIn.close());

test("the old provider has a separate connection with the same rules", async () => {
  const cookie = await signIn(await makeTenant());
  const account = await connectOverHttp(cookie, "legacypay");
  expect(await json(await call("/api/legacypay/connect?action=status", { cookie }))).toMatchObject({
    connected: true,
    organization: { id: account },
  });
  expect(
    await json(await call("/api/payprovider/connect?action=status", { cookie })),
  ).toMatchObject({
    connected: false,
  });
});

test.each([
  ["legacypay", "payprovider"],
  ["payprovider", "legacypay"],
] as const)("a state of %s connects nothing at %s", async (slot, other) => {
  const cookie = await signIn(await makeTenant());
  const started = await authorize(cookie, slot);
  expect(started.url.searchParams.get("redirect_uri")).toContain(`/api/${slot}/connect/callback`);
  const back = await consent(started, newAccount());
  const elsewhere = new URL(back.href.replace(`/api/${slot}/`, `/api/${other}/`));
  const answer = await comeBack(elsewhere, cookie, started.state);
  expect([answer.status, (await json(answer)).error?.code]).toEqual([400, "invalid_state"]);
  expect(await json(await call(`/api/${other}/connect?action=status`, { cookie }))).toMatchObject({
    connected: false,
  });
});

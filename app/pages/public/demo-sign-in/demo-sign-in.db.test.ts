import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test, vi } from "vitest";
import { DEMO_OWNER_EMAIL } from "~/domain/identity/accounts.sql.server";
import { findSession } from "~/domain/identity/sessions.sql.server";
import { env } from "~/lib/env.server";
import { makeTenant } from "~/testing/factory";
import { loader } from "./route";

vi.hoisted(() => {
  process.env.DEMO = "1";
  process.env.DEMO_SIGN_IN_TOKEN = "a-token-for-this-test";
});

async function open(token: string): Promise<Response> {
  const request = new Request(`${env.BASE_URL}/demo-sign-in?token=${token}`);
  return loader({ request, params: {}, context: {} } as LoaderFunctionArgs).catch(
    (thrown: unknown) => thrown as Response,
  ); // what it throws is a Response
}

test("the token leads into the seeded demo company, and nothing else does", async () => {
  expect((await open("a-token-for-this-test")).status).toBe(404); // not seeded
  const owner = await makeTenant({ is_demo: true, owner_email: DEMO_OWNER_EMAIL });
  for (const token of ["", "a-token-for-this-tes", "a-token-for-this-tesT"]) {
    const refused = await open(token);
    expect(refused.status).toBe(404);
    expect(refused.headers.get("Set-Cookie")).toBeNull();
  }
  const opened = await open("a-token-for-this-test");
  expect(opened.headers.get("Location")).toBe("/dashboard");
  const token = /^session=([^;]+)/.exec(opened.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
  expect((await findSession(token, null))?.actor).toMatchObject({ user_id: owner.user_id });
});

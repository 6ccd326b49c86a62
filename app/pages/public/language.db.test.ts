import { expect, test } from "vitest";
import { readPreferences } from "~/domain/users/preferences.server";
import { openSession } from "~/http/authenticator.server";
import { makeDesk, post } from "~/testing/desk";
import * as language from "./language";

test("the language that a person chooses is kept for this browser and for the next one that they sign in with", async () => {
  const { owner } = await makeDesk();
  const choose = async (fields: Record<string, string>) => {
    const answer = (await post(language, owner, "/language", fields)) as Response;
    return [answer.headers.get("Location"), answer.headers.get("Set-Cookie")];
  };
  const signIn = async () => {
    const account = { id: owner.account_id, email: owner.email, name: owner.name };
    const headers = await openSession(new Request("http://localhost/"), {}, account);
    return headers.getSetCookie().filter((cookie) => cookie.startsWith("language="));
  };
  expect(await signIn()).toEqual([]);
  const [to, cookie] = await choose({ language: "nl", to: "/dashboard/bookings?view=all" });
  expect(to).toBe("/dashboard/bookings?view=all");
  expect(cookie).toContain("language=nl;");
  expect((await readPreferences(owner)).language).toBe("nl");
  expect(await signIn()).toEqual([cookie]);
  expect((await choose({ language: "", to: "https://evil.example/" }))[0]).toBe("/dashboard");
  expect((await readPreferences(owner)).language).toBeNull();
  expect(await signIn()).toEqual([]);
});

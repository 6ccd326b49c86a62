import { expect, test } from "vitest";
import type { Session } from "~/contract/sessions";
import { removeUser } from "~/domain/users/change-user.server";
import { pool } from "~/lib/db.server";
import { makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";

async function listed(cookie: string): Promise<Session[]> {
  const answer = await call("/api/sessions", { cookie });
  expect(answer.status).toBe(200);
  return (await json(answer)).data as Session[];
}
const end = (cookie: string, id: string) =>
  call(`/api/sessions/${id}`, { method: "DELETE", cookie });

test("lists one's own sessions with the current one marked", async () => {
  const owner = await makeTenant();
  const [phone, laptop] = [await signIn(owner), await signIn(owner)];
  await signIn(await makeUser(owner, "admin"));
  const sessions = await listed(laptop);
  expect(sessions).toHaveLength(2);
  expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
  const seen = await listed(phone);
  expect(seen.find(({ is_current }) => is_current)?.id).toBe(
    sessions.find(({ is_current }) => !is_current)?.id,
  );
});

test("ending a session takes effect immediately and only for that one", async () => {
  const owner = await makeTenant();
  const [ended, other] = [await signIn(owner), await signIn(owner)];
  const id = (await listed(ended)).find(({ is_current }) => is_current)!.id;
  expect((await end(other, id)).status).toBe(204);
  expect((await call("/api/tenant", { cookie: ended })).status).toBe(401);
  expect((await call("/api/tenant", { cookie: other })).status).toBe(200);
  expect((await end(other, id)).status).toBe(404);
});

test("nobody can end another person's session, not even the owner", async () => {
  const owner = await makeTenant();
  const theirs = await signIn(await makeUser(owner, "staff"));
  const [{ id }] = (await listed(theirs)) as [Session];
  expect((await end(await signIn(owner), id)).status).toBe(404);
  expect((await call("/api/tenant", { cookie: theirs })).status).toBe(200);
});

test("a removed member is signed out immediately", async () => {
  const owner = await makeTenant();
  const admin = await makeUser(owner, "admin");
  const cookie = await signIn(admin);
  await removeUser(owner, admin.user_id);
  expect((await call("/api/tenant", { cookie })).status).toBe(401);
});

test("expired sessions are not listed", async () => {
  const owner = await makeTenant();
  const [old, now] = [await signIn(owner), await signIn(owner)];
  const id = (await listed(old)).find(({ is_current }) => is_current)!.id;
  await pool.query("update session set idle_expires_at = now() where id = $1", [id]);
  expect(await listed(now)).toHaveLength(1);
});

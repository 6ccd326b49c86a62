import { expect, test } from "vitest";
import { z } from "zod";
import type { UserActor } from "~/domain/identity/actor";
import { startSession } from "~/domain/identity/sessions.sql.server";
import { AppError } from "~/lib/app-error";
import { env } from "~/lib/env.server";
import { prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeTenant, makeUser, signIn } from "~/testing/factory";
import { requireActor, safePath, submit } from "./page.server";
import { inVisit } from "./visit.server";

function get(path: string, cookie = ""): Request {
  return new Request(`${env.BASE_URL}${path}`, { headers: { Cookie: cookie } });
}

function post(fields: Record<string, string>, headers: Record<string, string> = {}): Request {
  const all = { "Sec-Fetch-Site": "same-origin", ...headers };
  return new Request(`${env.BASE_URL}/dashboard/bookings`, {
    method: "POST",
    headers: all,
    body: new URLSearchParams(fields),
  });
}

async function thrownBy(work: Promise<unknown>): Promise<Response> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof Response) return thrown;
  throw new Error(`Expected a Response, got ${String(thrown)}`);
}

test("signed-out visitors are redirected to sign in and back", async () => {
  const answer = await thrownBy(requireActor(get("/dashboard/bookings?status=paid&search=a%26b")));
  expect(answer.status).toBe(302);
  const location = new URL(answer.headers.get("Location") ?? "", env.BASE_URL);
  expect(location.pathname).toBe("/sign-in");
  expect(safePath(location.searchParams.get("to"))).toBe(
    "/dashboard/bookings?status=paid&search=a%26b",
  );
});

test("the loaders of one document share one session read", async () => {
  const cookie = await signIn(await makeTenant());
  const visit = () =>
    new Promise<UserActor[]>((resolve, reject) =>
      inVisit(() => {
        const loaders = [get("/dashboard", cookie), get("/dashboard", cookie)];
        Promise.all(loaders.map((request) => requireActor(request))).then(resolve, reject);
      }),
    );
  const [layout, page] = await visit();
  expect(layout).toBe(page);
  expect((await visit())[0]).not.toBe(layout);
  await prisma.session.deleteMany({ where: { account_id: layout!.account_id } });
  expect((await thrownBy(visit())).headers.get("Location")).toBe("/sign-in");
});

test("an ended session counts as signed out", async () => {
  const answer = await thrownBy(requireActor(get("/dashboard/bookings", "session=of-long-ago")));
  expect(answer.headers.get("Location")).toMatch(/^\/sign-in/);
});

test("a person without a company gets an explanation", async () => {
  const account = await prisma.account.create({
    data: { id: newId(), email: `${newId()}@example.test` },
  });
  const token = await startSession(account, { ip: null, user_agent: null });
  const answer = await thrownBy(requireActor(get("/dashboard/bookings", `session=${token}`)));
  expect(answer.headers.get("Location")).toBe("/welcome");
});

test("a sufficient role is admitted, a lower one gets the 403 page", async () => {
  const owner = await makeTenant();
  const viewer = await makeUser(owner, "viewer");
  const cookie = await signIn(viewer);
  expect(await requireActor(get("/dashboard/bookings", cookie))).toMatchObject({
    user_id: viewer.user_id,
    role: "viewer",
  });
  const answer = await thrownBy(requireActor(get("/dashboard/settings", cookie), "admin"));
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("needs the role admin");
});

test("an action checks the form's origin for every signed-in person", async () => {
  const cookie = await signIn(await makeTenant());
  const from = (headers: Record<string, string>) =>
    requireActor(post({}, { Cookie: cookie, ...headers }));
  await expect(from({})).resolves.toMatchObject({ role: "owner" });
  expect((await thrownBy(from({ "Sec-Fetch-Site": "cross-site" }))).status).toBe(403);
  expect((await thrownBy(from({ "Sec-Fetch-Site": "same-site" }))).status).toBe(403);
});

test.each([
  ["/dashboard/bookings?a=b", "/dashboard/bookings?a=b"],
  [null, "/dashboard"],
  ["", "/dashboard"],
  ["dashboard", "/dashboard"],
  ["https://evil.example/", "/dashboard"],
  ["//evil.example", "/dashboard"],
  ["/\\evil.example", "/dashboard"],
  ["/.//evil.example", "/dashboard"],
  ["/x/..//evil.example", "/dashboard"],
  ["/\t/evil.example", "/dashboard"],
  ["javascript:alert(1)", "/dashboard"],
])("signing in with to=%s redirects to %s", (to, landing) => {
  expect(safePath(to)).toBe(landing);
});

const Person = z.strictObject({
  name: z.string().max(5),
  pets: z.array(z.object({ name: z.string() })).default([]),
});

test("a valid form is parsed and handled", async () => {
  const done = await submit(post({ name: "Anna", "pets[0].name": "Rex" }), Person, (input) =>
    Promise.resolve(input),
  );
  expect(done).toEqual({ name: "Anna", pets: [{ name: "Rex" }] });
});

test("an invalid form returns with its values and errors", async () => {
  const refused = await submit(post({ name: "Annabelle", age: "9" }), Person, () =>
    Promise.reject(new Error("was called")),
  );
  expect(refused).toMatchObject({
    init: { status: 422 },
    data: {
      result: {
        initialValue: { name: "Annabelle", age: "9" },
        error: { name: [expect.stringMatching(/5/)] },
      },
    },
  });
});

test("a refusal appears at the fields it names, otherwise above the form", async () => {
  const refuse = (error: AppError) =>
    submit(post({ name: "Anna", "pets[0].name": "Rex" }), Person, () => Promise.reject(error));
  const issues = [
    { path: "pets.0.name", code: "invalid", message: "No such pet." },
    { path: "elsewhere", code: "invalid", message: "Something else." },
  ];
  expect(await refuse(new AppError("validation_failed", "Not used.", { issues }))).toMatchObject({
    init: { status: 422 },
    data: {
      result: {
        error: { "pets[0].name": ["No such pet."], "": ["Something else."] },
        initialValue: { name: "Anna" },
      },
    },
  });
  expect(await refuse(new AppError("in_use", "It is in use."))).toMatchObject({
    init: { status: 409 },
    data: { result: { error: { "": ["It is in use."] } } },
  });
});

test("an unexpected error is rethrown", async () => {
  await expect(
    submit(post({ name: "Anna" }), Person, () => Promise.reject(new Error("broken"))),
  ).rejects.toThrow("broken");
});

test("other content and oversized forms are refused unread", async () => {
  const work = () => Promise.resolve(null);
  expect(
    (await thrownBy(submit(post({ name: "Anna" }, { "Content-Type": "text/plain" }), Person, work)))
      .status,
  ).toBe(415);
  expect((await thrownBy(submit(post({ name: "x".repeat(300_000) }), Person, work))).status).toBe(
    413,
  );
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { NewTenant, SendCode, VerifyCode } from "~/contract/auth";
import { BookingFilter } from "~/contract/booking-filter";
import { CustomerFilter } from "~/contract/customers";
import { UserPatch } from "~/contract/users";
import { NewWebhookSubscription } from "~/contract/webhooks";
import { Bookable } from "~/pages/public/onboarding/resource/resource-form";
import { ScheduleForm } from "~/pages/public/onboarding/schedule/schedule-form";
import { startSession } from "~/domain/identity/sessions.sql.server";
import { prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeResource, makeSchedule, makeTenant, signIn } from "~/testing/factory";
import { startWeb, type WebProcess } from "~/testing/web-process";
import { fieldLimits } from "~/ui/form/field-limits";

// The pages as a browser gets them, before any JavaScript: each input that is typed into holds what its schema lets it hold.

let web: WebProcess;
let owner: string;
let newcomer: string;

beforeAll(async () => {
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" });
  const actor = await makeTenant();
  await makeSchedule(actor, [(await makeResource(actor)).id]);
  owner = await signIn(actor);
  const account = await prisma.account.create({
    data: { id: newId(), email: `new-${newId()}@example.test` },
  });
  newcomer = `session=${await startSession(account, { ip: null, user_agent: null })}`;
});
afterAll(() => web.stop());

/** The page where a code is typed, for an address that has just been sent one. */
async function pendingCode(): Promise<string> {
  const answer = await fetch(`${web.url}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({ email: `new-${newId()}@example.test` }),
  });
  return answer.headers.get("Set-Cookie")!.split(";")[0]!; // the page answers with the address it sent the code to
}

const pages: [
  path: string,
  schema: z.ZodObject,
  typed: string[],
  cookie: () => string | Promise<string>,
][] = [
  ["/sign-in", SendCode, ["email"], () => ""],
  ["/sign-in/code", VerifyCode, ["code"], pendingCode],
  ["/onboarding/company", NewTenant, ["email", "name", "owner_name"], () => newcomer],
  ["/onboarding/resource", Bookable, ["names", "capacity"], () => owner],
  ["/onboarding/schedule", ScheduleForm, ["name", "price", "start", "end"], () => owner],
  ["/dashboard/bookings", BookingFilter, ["search", "from", "to"], () => owner],
  ["/dashboard/customers", CustomerFilter, ["search"], () => owner],
  ["/dashboard/webhooks/new", NewWebhookSubscription, ["url", "description"], () => owner],
  ["/dashboard/settings/me", UserPatch, ["name"], () => owner],
];

/** The attributes of each input and each box of several lines that is typed into, by its name. */
function inputsOf(html: string): Map<string, Map<string, string>> {
  const inputs = new Map<string, Map<string, string>>();
  for (const [tag] of html.matchAll(/<(?:input|textarea)\b[^>]*>/g)) {
    const found = [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)];
    const attributes = new Map(
      found.map(([, name = "", value = ""]) => [name.toLowerCase(), value]),
    );
    if (["hidden", "radio", "checkbox"].includes(attributes.get("type") ?? "text")) continue;
    if (attributes.has("name")) inputs.set(attributes.get("name")!, attributes);
  }
  return inputs;
}

test.each(pages)(
  "the inputs of %s hold what their schema lets them hold",
  async (path, schema, typed, cookie) => {
    const answer = await fetch(web.url + path, {
      headers: { Cookie: await cookie() },
      redirect: "manual",
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([200, null]);
    const inputs = inputsOf(await answer.text());
    expect([...inputs.keys()].sort()).toEqual([...typed].sort());
    const limits = fieldLimits(schema);
    for (const [name, attributes] of inputs) {
      const { required, ...numbers } = limits[name] ?? {};
      if (required) expect(attributes.has("required"), name).toBe(true);
      for (const limit of ["minLength", "maxLength", "min", "max"] as const)
        expect(attributes.get(limit.toLowerCase()), `${name} ${limit}`).toBe(
          numbers[limit]?.toString(),
        );
    }
  },
);

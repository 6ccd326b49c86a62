import { sentTo } from "~/testing/outbox";
import { expect, test } from "vitest";
import { TemplateDraft } from "~/contract/email";
import { pool } from "~/lib/db.server";
import { makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import { sendMessage } from "./send-message.server";
import { previewTemplate } from "./try-template.server";

test("a template is created, read, changed and deleted, one per key and language", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  const body = {
    key: "booking_confirmed",
    locale: "nl",
    subject: "Tot {{ booking.when }}",
    body: "<p>Deurcode 12</p>",
  };
  const created = await call("/api/email/templates", { cookie, body });
  expect(created.status).toBe(201);
  const { id } = (await json(created)) as { id: string };
  expect((await call("/api/email/templates", { cookie, body })).status).toBe(409);
  const patched = await call(`/api/email/templates/${id}`, {
    cookie,
    method: "PATCH",
    body: { subject: "Hoi" },
  });
  expect(await json(patched)).toMatchObject({ id, subject: "Hoi", body: body.body });
  expect(await json(await call("/api/email/templates", { cookie }))).toMatchObject({
    data: [{ id }],
    page: { has_more: false },
  });
  expect((await call(`/api/email/templates/${id}`, { cookie, method: "DELETE" })).status).toBe(204);
  expect((await call(`/api/email/templates/${id}`, { cookie })).status).toBe(404);
});

test("an unknown variable is refused by name when the template is saved", async () => {
  const cookie = await signIn(await makeTenant());
  const body = {
    key: "booking_confirmed",
    subject: "Hi {{ booking.refrence }}",
    body: "{{ user.password }}",
  };
  const refused = await call("/api/email/templates", { cookie, body });
  expect(refused.status).toBe(422);
  expect(await json(refused)).toMatchObject({
    error: {
      issues: [
        {
          path: "subject",
          code: "unknown_variable",
          message: expect.stringContaining("booking.refrence"),
        },
        {
          path: "body",
          code: "unknown_variable",
          message: expect.stringContaining("user.password"),
        },
      ],
    },
  });
});

test.each([
  ["subject", { subject: "x".repeat(201), body: "x" }],
  ["subject", { subject: "one\ntwo", body: "x" }],
  ["body", { subject: "x", body: "é".repeat(51_201) }],
])("an oversized %s is refused", async (path, template) => {
  const cookie = await signIn(await makeTenant());
  const refused = await call("/api/email/templates", {
    cookie,
    body: { key: "booking_paid", ...template },
  });
  expect(refused.status).toBe(422);
  expect((await json(refused)).error?.issues?.map((issue) => issue.path)).toEqual([path]);
});

test("a preview shows a draft or the active template in the tenant's layout", async () => {
  const owner = await makeTenant({ name: "Studio Linden" });
  await pool.query(
    "insert into widget_config (tenant_id, id, name, is_default, settings) values ($1, gen_random_uuid(), 'Default', true, $2)",
    [owner.tenant.id, { branding: { accent: "#0a7d4f" } }],
  );
  const drafted = await previewTemplate(
    owner,
    TemplateDraft.parse({
      key: "booking_paid",
      subject: "Hi {{ customer.name }}",
      body: "<p>x</p>",
    }),
  );
  expect(drafted).toMatchObject({
    subject: "Hi Anna Jansen",
    text: expect.stringContaining("Studio Linden"),
  });
  expect(drafted.html).toContain("#0a7d4f");
  const inForce = await previewTemplate(
    owner,
    TemplateDraft.parse({ key: "booking_confirmed", locale: "de" }),
  );
  expect(inForce.subject).toMatch(/^Bestätigt: /);
});

test("a test email goes only to members", async () => {
  const owner = await makeTenant();
  const colleague = await makeUser(owner, "staff");
  const cookie = await signIn(owner);
  const send = (to?: string) =>
    call("/api/email/templates/test-send", { cookie, body: { key: "booking_reminder", to } });
  expect((await send("stranger@example.test")).status).toBe(422);
  for (const [to, address] of [
    [undefined, owner.email],
    [colleague.email, colleague.email],
  ] as const) {
    const answer = await send(to);
    expect(answer.status).toBe(202);
    const { message_id } = (await json(answer)) as { message_id: string };
    await sendMessage({ message_id });
    expect(await sentTo(address)).toMatchObject([
      { subject: expect.stringMatching(/^\[Test\] .+: Haircut$/) },
    ]);
  }
});

test("preferences start with defaults and change individually", async () => {
  const cookie = await signIn(await makeTenant());
  const before = await json(await call("/api/email/preferences", { cookie }));
  expect(before).toMatchObject({
    booking_confirmed: { customer: true, staff: true, owner: true },
    booking_refunded: { owner: false },
  });
  const body = { booking_confirmed: { owner: false } };
  const after = await json(await call("/api/email/preferences", { cookie, method: "PATCH", body }));
  expect(after).toEqual({
    ...before,
    booking_confirmed: { customer: true, staff: true, owner: false },
  });
  expect(
    (
      await call("/api/email/preferences", {
        cookie,
        method: "PATCH",
        body: { verification_code: { owner: false } },
      })
    ).status,
  ).toBe(422);
});

test("a logged message can be resent while its text is stored", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  const sent = await call("/api/email/templates/test-send", {
    cookie,
    body: { key: "booking_confirmed" },
  });
  const { message_id } = (await json(sent)) as { message_id: string };
  await sendMessage({ message_id });
  expect(await json(await call("/api/email/messages", { cookie }))).toMatchObject({
    data: [
      { id: message_id, status: "sent", attempts: 1, can_resend: true, recipient: owner.email },
    ],
  });
  const again = (await json(
    await call(`/api/email/messages/${message_id}/resend`, { cookie, method: "POST" }),
  )) as {
    id: string;
  };
  await sendMessage({ message_id: again.id });
  const mails = await sentTo(owner.email);
  expect(mails).toHaveLength(2);
  expect(mails[1]!.html).toBe(mails[0]!.html);
  await pool.query("update message set html = null where id = $1", [message_id]);
  expect(
    (await call(`/api/email/messages/${message_id}/resend`, { cookie, method: "POST" })).status,
  ).toBe(404);
});

test("another tenant's messages and templates are not found", async () => {
  const [owner, stranger] = [await makeTenant(), await makeTenant()];
  const cookie = await signIn(owner);
  const { message_id } = (await json(
    await call("/api/email/templates/test-send", { cookie, body: { key: "booking_paid" } }),
  )) as { message_id: string };
  await sendMessage({ message_id });
  const foreign = await signIn(stranger);
  expect(
    (await call(`/api/email/messages/${message_id}/resend`, { cookie: foreign, method: "POST" }))
      .status,
  ).toBe(404);
  expect(await json(await call("/api/email/messages", { cookie: foreign }))).toMatchObject({
    data: [],
  });
});

test("an expensive template is refused with a message, and previews are for admins", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  const costly =
    "{% for a in (1..2000) %}{% for b in (1..2000) %}{% for c in (1..2000) %}{% endfor %}{% endfor %}{% endfor %}";
  const draft = { key: "booking_paid", subject: "x", body: costly };
  for (const path of [
    "/api/email/templates",
    "/api/email/templates/preview",
    "/api/email/templates/test-send",
  ]) {
    const refused = await call(path, { cookie, body: draft });
    expect(refused.status).toBe(422);
    expect((await json(refused)).error?.issues).toEqual([
      {
        path: "body",
        code: "invalid_template",
        message: "This template takes too long to fill. Use fewer and shorter loops.",
      },
    ]);
  }
  const staff = await signIn(await makeUser(owner, "staff"));
  const body = { key: "booking_paid" };
  expect((await call("/api/email/templates/preview", { cookie: staff, body })).status).toBe(403);
});

import { describe, expect, test } from "vitest";
import { NewWebhookSubscription, webhookEventTypes } from "~/contract/webhooks";
import { makeTenant } from "~/testing/factory";
import { AppError } from "~/lib/app-error";
import { decrypt } from "~/lib/crypto.server";
import { prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { secretContext } from "./subscription-row";
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  rotateSecret,
  updateSubscription,
} from "./subscriptions.server";
import { makeEvents } from "~/testing/webhook-receivers";
import { relayEvents } from "../events/relay.server";

const wish = (more: Record<string, unknown> = {}) =>
  NewWebhookSubscription.parse({
    url: "https://example.com/hook",
    events: ["booking.created"],
    ...more,
  });
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) =>
      error instanceof AppError ? { code: error.code, issues: error.extra.issues } : error,
  );

describe("creating", () => {
  test("returns the secret once and stores it encrypted, bound to its row", async () => {
    const actor = await makeTenant();
    const { secret, ...created } = await createSubscription(actor, wish({ description: "CRM" }));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(created).toMatchObject({
      url: "https://example.com/hook",
      events: ["booking.created"],
      description: "CRM",
      enabled: true,
    });
    expect((await listSubscriptions(actor, { limit: 25 })).data).toEqual([created]);
    expect(await getSubscription(actor, created.id)).toEqual(created);

    const row = await prisma.webhookSubscription.findFirstOrThrow({ where: { id: created.id } });
    expect(Buffer.from(row.secret_ciphertext).includes(secret)).toBe(false);
    expect(decrypt(row.secret_ciphertext, secretContext(actor.tenant.id, created.id))).toBe(secret);
    expect(() => decrypt(row.secret_ciphertext, secretContext(actor.tenant.id, newId()))).toThrow();
  });

  test("accepts the five types and names others in the refusal", async () => {
    const actor = await makeTenant();
    expect(
      (await createSubscription(actor, wish({ events: [...webhookEventTypes] }))).events,
    ).toEqual([...webhookEventTypes]);
    for (const event of ["booking.moved", "booking.Created", "*", "", "payment.created"]) {
      expect(
        await refusal(createSubscription(actor, wish({ events: ["booking.paid", event] }))),
      ).toMatchObject({
        code: "invalid_event_type",
        issues: [{ path: "events.1", code: "invalid_event_type" }],
      });
    }
  });

  test("refuses private network addresses", async () => {
    const actor = await makeTenant();
    for (const url of [
      "https://127.0.0.1/",
      "https://[::ffff:10.0.0.1]/",
      "http://example.com/",
      "https://localhost/",
    ])
      expect(await refusal(createSubscription(actor, wish({ url })))).toMatchObject({
        code: "validation_failed",
        issues: [{ path: "url", code: "address_not_allowed" }],
      });
  });

  test("normalizes its URL on creation and change", async () => {
    const actor = await makeTenant();
    const { id, url } = await createSubscription(
      actor,
      wish({ url: "HTTPS://Example.COM:443/Hook?A=b" }),
    );
    expect(url).toBe("https://example.com/Hook?A=b");
    expect((await updateSubscription(actor, id, { url: "HTTPS://EXAMPLE.org" })).url).toBe(
      "https://example.org/",
    );
    expect((await getSubscription(actor, id)).url).toBe("https://example.org/");
  });

  test("is limited to twenty, also concurrently", async () => {
    const actor = await makeTenant();
    const results = await Promise.all(
      Array.from({ length: 25 }, () => refusal(createSubscription(actor, wish()))),
    );
    expect(results.filter((result) => result === null)).toHaveLength(20);
    expect((await listSubscriptions(actor, { limit: 25 })).data).toHaveLength(20);
  });

  test("leaves an audit row without the secret", async () => {
    const actor = await makeTenant();
    const { id, secret } = await createSubscription(actor, wish());
    const rows = await prisma.auditRow.findMany({ where: { tenant_id: actor.tenant.id } });
    expect(rows).toMatchObject([
      { action: "webhook.created", entity: "webhook_subscription", entity_id: id },
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe("another tenant's subscription", () => {
  test("does not exist", async () => {
    const { id } = await createSubscription(await makeTenant(), wish());
    const stranger = await makeTenant();
    for (const attempt of [getSubscription, deleteSubscription, rotateSecret])
      expect(await refusal(attempt(stranger, id))).toMatchObject({ code: "not_found" });
    expect(await refusal(updateSubscription(stranger, id, { enabled: false }))).toMatchObject({
      code: "not_found",
    });
    expect((await listSubscriptions(stranger, { limit: 25 })).data).toEqual([]);
  });
});

describe("changing", () => {
  test("validates like creating", async () => {
    const actor = await makeTenant();
    const { id } = await createSubscription(actor, wish());
    expect(await refusal(updateSubscription(actor, id, { events: ["x"] }))).toMatchObject({
      code: "invalid_event_type",
    });
    expect(
      await refusal(updateSubscription(actor, id, { url: "https://10.0.0.1/" })),
    ).toMatchObject({
      code: "validation_failed",
    });
    const changed = await updateSubscription(actor, id, {
      url: "https://example.org/",
      events: ["booking.paid"],
      description: null,
    });
    expect(changed).toMatchObject({
      url: "https://example.org/",
      events: ["booking.paid"],
      description: null,
    });
  });

  test("disabling cancels waiting deliveries, enabling resets failures", async () => {
    const actor = await makeTenant();
    const { id } = await createSubscription(actor, wish());
    await makeEvents(actor, ["booking.created"]);
    await relayEvents(100);
    await prisma.webhookSubscription.updateMany({
      where: { id },
      data: { failure_count: 7, failing_since: new Date() },
    });

    const disabled = await updateSubscription(actor, id, { enabled: false });
    expect(disabled).toMatchObject({ enabled: false, disabled_reason: "manual" });
    expect(await prisma.webhookDelivery.findMany({ where: { subscription_id: id } })).toMatchObject(
      [{ status: "cancelled" }],
    );
    await makeEvents(actor, ["booking.created"]);
    await relayEvents(100);
    expect(await prisma.webhookDelivery.count({ where: { subscription_id: id } })).toBe(1);

    const enabled = await updateSubscription(actor, id, { enabled: true });
    expect(enabled).toMatchObject({
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
    });
    expect(await prisma.webhookSubscription.findFirst({ where: { id } })).toMatchObject({
      failure_count: 0,
    });
  });
});

describe("rotating", () => {
  test("returns a new secret and keeps the previous one for 24 hours", async () => {
    const actor = await makeTenant();
    const { id, secret } = await createSubscription(actor, wish());
    expect((await getSubscription(actor, id)).previous_secret_expires_at).toBeNull();
    const rotated = await rotateSecret(actor, id);
    expect(rotated.secret).not.toBe(secret);
    const expiresAt = (await getSubscription(actor, id)).previous_secret_expires_at;
    expect(Date.parse(expiresAt!)).toBe(Date.parse(rotated.previous_secret_expires_at!));
    const row = await prisma.webhookSubscription.findFirstOrThrow({ where: { id } });
    const context = secretContext(actor.tenant.id, id);
    expect(decrypt(row.secret_ciphertext, context)).toBe(rotated.secret);
    expect(decrypt(row.previous_secret_ciphertext ?? new Uint8Array(), context)).toBe(secret);
    const hours = ((row.previous_secret_expires_at?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
  });
});

describe("deleting", () => {
  test("deletes its deliveries and is not_found the second time", async () => {
    const actor = await makeTenant();
    const { id } = await createSubscription(actor, wish());
    await makeEvents(actor, ["booking.created"]);
    await relayEvents(100);
    await deleteSubscription(actor, id);
    expect(await prisma.webhookDelivery.count({ where: { subscription_id: id } })).toBe(0);
    expect(await refusal(deleteSubscription(actor, id))).toMatchObject({ code: "not_found" });
  });
});

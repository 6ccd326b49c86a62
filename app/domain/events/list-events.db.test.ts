import { beforeEach, describe, expect, test } from "vitest";
import { EventFilter } from "~/contract/events";
import { AppError } from "~/lib/app-error";
import { pool, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import type { UserActor } from "../identity/actor";
import { deleteEverything, makeEvents } from "~/testing/webhook-receivers";
import { listEvents } from "./list-events.sql.server";
import { relayEvents } from "./relay.server";

let actor: UserActor;
beforeEach(async () => {
  await deleteEverything();
  actor = await makeTenant();
});

const list = (filter: Record<string, unknown> = {}) => listEvents(actor, EventFilter.parse(filter));
const idsOf = async (filter: Record<string, unknown> = {}) =>
  (await list(filter)).data.map((event) => event.id);
const relayAll = () => relayEvents(1000);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe("the feed of events", () => {
  test("contains every type, oldest first, in the webhook format", async () => {
    const events = await makeEvents(actor, [
      "booking.created",
      "booking.moved",
      "booking.completed",
    ]);
    await relayAll();
    const { data, page } = await list();
    expect(data.map((event) => event.id)).toEqual(events);
    expect(data[1]).toMatchObject({
      type: "booking.moved",
      sequence: 2,
      data: { booking: { notes: "Zoë 🌍" }, previous: null },
    });
    expect(page).toEqual({ limit: 25, next_cursor: null, has_more: false });
  });

  test("is filtered by type and booking", async () => {
    const [first = ""] = await makeEvents(actor, ["booking.created", "booking.paid"]);
    const others = await makeEvents(actor, ["booking.created", "booking.no_show"]);
    await relayAll();
    const [{ data: { booking } = { booking: { id: "" } } } = {}] = (await list()).data;
    expect(await idsOf({ type: "booking.created" })).toEqual([first, others[0]]);
    expect(await idsOf({ type: "booking.paid,booking.no_show" })).toHaveLength(2);
    expect(await idsOf({ booking_id: String(booking.id) })).toHaveLength(2);
    expect(await idsOf({ booking_id: newId() })).toEqual([]);
  });

  test("continues after a given event, page by page", async () => {
    const events = await makeEvents(actor, [
      "booking.created",
      "booking.confirmed",
      "booking.paid",
      "booking.completed",
      "booking.no_show",
    ]);
    await relayAll();
    const seen: string[] = [];
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const { data, page } = await list({ limit: "2", ...(after !== undefined && { after }) });
      seen.push(...data.map((event) => event.id));
      expect(page.next_cursor).toBe(page.has_more ? data.at(-1)?.id : null);
      if (!page.has_more) break;
    }
    expect(seen).toEqual(events);
    expect(await idsOf({ after: events.at(-1) })).toEqual([]);
    expect(await idsOf({ cursor: events[3] })).toEqual(events.slice(4));
    const [more] = await makeEvents(actor, ["booking.created"]);
    await relayAll();
    expect(await idsOf({ after: events.at(-1) })).toEqual([more]);
  });

  test("orders a late commit after events that readers have already seen", async () => {
    const [late = ""] = await makeEvents(actor, ["booking.created"]);
    const [early = ""] = await makeEvents(actor, ["booking.created"]);
    await transaction(async (db) => {
      await db.query("select 1 from event where id = $1 for update", [late]);
      await relayAll();
    });
    expect(await idsOf()).toEqual([early]);
    await relayAll();
    expect(await idsOf({ after: early })).toEqual([late]);
  });

  test("goes back 30 days and contains only the tenant's events", async () => {
    const [event = ""] = await makeEvents(actor, ["booking.created"]);
    await relayAll();
    const stranger = await makeTenant();
    expect((await listEvents(stranger, EventFilter.parse({}))).data).toEqual([]);
    expect(await codeOf(listEvents(stranger, EventFilter.parse({ after: event })))).toBe(
      "validation_failed",
    );
    expect(await codeOf(list({ after: newId() }))).toBe("validation_failed");
    expect(await codeOf(list({ cursor: "x" }))).toBe("validation_failed");
    await pool.query("update event set created_at = now() - interval '31 days'");
    expect(await idsOf()).toEqual([]);
  });

  test("is for owners and admins, because it contains unmasked contacts", async () => {
    await makeEvents(actor, ["booking.created"]);
    await relayAll();
    const answer = await call("/api/events?type=booking.created", { cookie: await signIn(actor) });
    expect(answer.status).toBe(200);
    expect((await json(answer)).data).toHaveLength(1);
    for (const role of ["staff", "viewer"] as const) {
      const refused = await call("/api/events", {
        cookie: await signIn(await makeUser(actor, role)),
      });
      expect((await json(refused)).error?.code).toBe("forbidden_role");
    }
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { HOLIDAYS, MIA_CALENDAR } from "~/sandbox/graph/state";
import { kindOf, wantedEvent } from "~/testing/calendar-driver";
import { microsoft } from "~/testing/microsoft-calendar";
import { calendar, connect, provider } from "~/testing/microsoft-driver";
import type { WantedEvent } from "./port";

beforeEach(() => microsoft.control.reset());
const { control } = microsoft;
const mine = () => control.events(MIA_CALENDAR);
const movedTo = (event: WantedEvent, day: string): WantedEvent => ({
  ...event,
  starts_at: new Date(`2027-03-${day}T09:00:00Z`),
  ends_at: new Date(`2027-03-${day}T10:00:00Z`),
});
const span = (day: string) => ({
  starts: Date.parse(`2027-03-${day}T15:00:00Z`),
  ends: Date.parse(`2027-03-${day}T16:00:00Z`),
});

it("writes an event once, also after a lost response or concurrently", async () => {
  const { secret } = await connect();
  const event = wantedEvent({ description: "For Ada" });
  microsoft.wire.faults = [{ route: "POST /graph/v1.0", kind: "drop_after_commit", times: 1 }];
  expect(await kindOf(provider.putEvent(secret, calendar, event, null))).toBe("unavailable");
  const written = await provider.putEvent(secret, calendar, event, null);
  expect(await provider.putEvent(secret, calendar, event, null)).toEqual(written);
  expect(mine()).toMatchObject([
    { subject: "Haircut", body: `For Ada\n\n${event.url}`, show_as: "busy" },
  ]);

  // Graph may forget a transactionId; the event is then found by our property.
  microsoft.state.calendar(MIA_CALENDAR).transactions = [];
  expect(await provider.putEvent(secret, calendar, event, null)).toEqual(written);
  expect(mine()).toHaveLength(1);

  const other = wantedEvent();
  const { secret: again } = await connect();
  control.settings({ delay_ms: 5 }); // both search before either has created it
  const [one, two] = await Promise.all([
    provider.putEvent(secret, calendar, other, null),
    provider.putEvent(again, calendar, other, null),
  ]);
  expect(one.external_id).toBe(two.external_id);
  expect(mine()).toHaveLength(2);
});

it("updates it, also after a lost response or a change by Exchange", async () => {
  const { secret } = await connect();
  const event = wantedEvent();
  const first = await provider.putEvent(secret, calendar, event, null);
  const moved = movedTo(event, "11");
  microsoft.wire.faults = [{ route: "PATCH", kind: "drop_after_commit", times: 1 }];
  expect(await kindOf(provider.putEvent(secret, calendar, moved, first))).toBe("unavailable");
  const second = await provider.putEvent(secret, calendar, moved, first);
  expect(second.etag).not.toBe(first.etag);
  control.changeEvent(MIA_CALENDAR, first.external_id, { location: "Room 2" });
  await provider.putEvent(secret, calendar, { ...moved, title: "Haircut and colour" }, second);
  expect(mine()).toMatchObject([
    { subject: "Haircut and colour", starts: moved.starts_at.getTime() },
  ]);
});

it("does not revert a manual move", async () => {
  const { secret } = await connect();
  const event = wantedEvent();
  const first = await provider.putEvent(secret, calendar, event, null);
  control.changeEvent(MIA_CALENDAR, first.external_id, span("12"));
  expect(await kindOf(provider.putEvent(secret, calendar, movedTo(event, "11"), first))).toBe(
    "conflict",
  );
  expect(await kindOf(provider.putEvent(secret, calendar, event, null))).toBe("conflict");
  expect(await provider.findEvent(secret, calendar, first.external_id)).toMatchObject({
    starts_at: new Date("2027-03-12T15:00:00Z"),
    booking_id: event.booking_id,
  });
});

it("recreates a deleted event each time", async () => {
  const { secret } = await connect();
  const event = wantedEvent();
  let known = await provider.putEvent(secret, calendar, event, null);
  for (let time = 0; time < 2; time++) {
    control.removeEvent(MIA_CALENDAR, known.external_id);
    expect(await provider.findEvent(secret, calendar, known.external_id)).toBeNull();
    const next = await provider.putEvent(secret, calendar, event, known);
    expect(next.external_id).not.toBe(known.external_id);
    expect(mine()).toHaveLength(1);
    known = next;
  }
  // The response was lost, and the event deleted before the retry.
  control.removeEvent(MIA_CALENDAR, known.external_id);
  await provider.putEvent(secret, calendar, { ...event, sequence: 3 }, null);
  expect(mine()).toHaveLength(1);
});

it.each([false, true])("ignores an event in Deleted Items; emptied: %s", async (empties_bin) => {
  const { secret } = await connect();
  control.settings({ empties_bin });
  const event = wantedEvent();
  const first = await provider.putEvent(secret, calendar, event, null);
  control.removeEvent(MIA_CALENDAR, first.external_id);
  expect(await provider.findEvent(secret, calendar, first.external_id)).toBeNull();
  // A later version of the booking does not update the deleted event.
  const later = movedTo(event, "11");
  const second = await provider.putEvent(secret, calendar, later, { ...first, etag: null });
  expect(mine()).toMatchObject([
    { id: second.external_id, starts: later.starts_at.getTime(), show_as: "busy" },
  ]);
  await provider.deleteEvent(secret, calendar, first);
  expect(mine()).toHaveLength(1);
});

it("finds a free transactionId, however many are taken", async () => {
  const { secret } = await connect();
  const event = wantedEvent({ sequence: 3 });
  for (let time = 0; time < 8; time++) {
    // Each response is lost, and the event deleted before the retry.
    const { external_id } = await provider.putEvent(secret, calendar, event, null);
    control.removeEvent(MIA_CALENDAR, external_id);
  }
  await provider.putEvent(secret, calendar, event, null);
  expect(mine()).toHaveLength(1);
});

it("keeps the member's settings and does not touch a copy", async () => {
  const { secret } = await connect();
  const event = wantedEvent({ description: "2 people" });
  const first = await provider.putEvent(secret, calendar, event, null);
  control.changeEvent(MIA_CALENDAR, first.external_id, { show_as: "free" });
  const { own } = mine()[0]!;
  control.addEvent(MIA_CALENDAR, {
    id: "AAMkCopy=",
    subject: "Haircut (copy)",
    start: "2027-03-12T15:00:00Z",
    end: "2027-03-12T16:00:00Z",
    own,
  });
  const changed = { ...event, description: "3 people" };
  await provider.putEvent(secret, calendar, changed, first);
  await provider.putEvent(secret, calendar, movedTo(changed, "11"), null);
  const events = Object.fromEntries(mine().map((one) => [one.id, one]));
  expect(events["AAMkCopy="]).toMatchObject({
    subject: "Haircut (copy)",
    starts: span("12").starts,
  });
  expect(events[first.external_id]).toMatchObject({
    body: `3 people\n\n${event.url}`,
    show_as: "free",
    starts: movedTo(changed, "11").starts_at.getTime(),
  });
});

it("truncates long texts", async () => {
  const { secret } = await connect();
  const texts = {
    title: "t".repeat(400),
    location: "l".repeat(400),
    description: "d".repeat(9000),
  };
  await provider.putEvent(secret, calendar, wantedEvent(texts), null);
  const [{ subject, location, body } = {}] = mine();
  expect([subject?.length, location?.length, body?.length]).toEqual([255, 255, 8192]);
});

it("deletes its own event; a missing one is not an error; read-only calendars are refused", async () => {
  const { secret } = await connect();
  const written = await provider.putEvent(secret, calendar, wantedEvent(), null);
  await provider.deleteEvent(secret, calendar, written);
  await provider.deleteEvent(secret, calendar, written);
  expect(mine()).toEqual([]);
  const holidays = { ...calendar, external_id: HOLIDAYS };
  expect(await kindOf(provider.putEvent(secret, holidays, wantedEvent(), null))).toBe(
    "missing_scope",
  );
});

it("treats a 403 for an already deleted event as gone", async () => {
  const { secret } = await connect();
  const written = await provider.putEvent(secret, calendar, wantedEvent(), null);
  microsoft.wire.faults = [
    {
      route: "DELETE /graph/v1.0",
      kind: "status",
      status: 403,
      reason: "ErrorCannotDeleteObject",
      times: 1,
    },
  ];
  await provider.deleteEvent(secret, calendar, written);
  expect(microsoft.wire.faults[0]?.times).toBe(0);
});

it("does not touch a foreign event with its id", async () => {
  const { secret } = await connect();
  const foreign = control.addEvent(MIA_CALENDAR, {
    subject: "Somebody's",
    start: "2027-03-10T09:00:00Z",
    end: "2027-03-10T10:00:00Z",
  });
  const known = { external_id: foreign.id, etag: 'W/"before"' };
  expect(await kindOf(provider.putEvent(secret, calendar, wantedEvent(), known))).toBe("refused");
  expect(mine()).toMatchObject([{ subject: "Somebody's" }]);
});

describe("a Teams link", () => {
  const online = wantedEvent({ wants_meeting: true, description: "For <Ada>\n& Bea" });

  it("is created with the event and survives text changes", async () => {
    const { secret } = await connect();
    const first = await provider.putEvent(secret, calendar, online, null);
    const link = expect.stringMatching(/^https:\/\/teams\.microsoft\.com\//) as string;
    expect(first.meeting).toEqual({ url: link });
    expect(await provider.putEvent(secret, calendar, online, null)).toEqual(first);
    const changed = { ...online, description: "For <Cleo>" };
    const second = await provider.putEvent(secret, calendar, changed, first);
    const third = await provider.putEvent(secret, calendar, movedTo(changed, "11"), second);
    expect(third.meeting).toEqual(first.meeting);
    const body = mine()[0]!.body;
    expect(body).toContain("For &#60;Cleo&#62;");
    expect(body).not.toMatch(/Ada|Bea/);
    expect(body.split("Join the meeting")).toHaveLength(2);
  });

  it("is null if the account has no Teams", async () => {
    control.settings({ has_teams: false });
    const { secret } = await connect();
    expect((await provider.putEvent(secret, calendar, online, null)).meeting).toBeNull();
  });
});

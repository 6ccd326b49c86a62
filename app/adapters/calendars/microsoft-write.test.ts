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

it("writes an event once, also when the answer was lost or two write at once", async () => {
  const { secret } = await connect();
  const event = wantedEvent({ description: "For Ada" });
  microsoft.wire.faults = [{ route: "POST /graph/v1.0", kind: "drop_after_commit", times: 1 }];
  expect(await kindOf(provider.putEvent(secret, calendar, event, null))).toBe("unavailable");
  const written = await provider.putEvent(secret, calendar, event, null);
  expect(await provider.putEvent(secret, calendar, event, null)).toEqual(written);
  expect(mine()).toMatchObject([
    { subject: "Haircut", body: `For Ada\n\n${event.url}`, show_as: "busy" },
  ]);

  // How long Graph remembers a transactionId is not said: the event is found by our own property all the same.
  microsoft.state.calendar(MIA_CALENDAR).transactions = [];
  expect(await provider.putEvent(secret, calendar, event, null)).toEqual(written);
  expect(mine()).toHaveLength(1);

  const other = wantedEvent();
  const { secret: again } = await connect();
  control.settings({ delay_ms: 5 }); // both look for it before either has made it
  const [one, two] = await Promise.all([
    provider.putEvent(secret, calendar, other, null),
    provider.putEvent(again, calendar, other, null),
  ]);
  expect(one.external_id).toBe(two.external_id);
  expect(mine()).toHaveLength(2);
});

it("changes it, also when the answer to the change was lost, or Exchange has touched it since", async () => {
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

it("does not undo what somebody moved", async () => {
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

it("makes again what was deleted outside, as often as it was", async () => {
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
  // Its answer was lost, and it was deleted before we asked again.
  control.removeEvent(MIA_CALENDAR, known.external_id);
  await provider.putEvent(secret, calendar, { ...event, sequence: 3 }, null);
  expect(mine()).toHaveLength(1);
});

it.each([false, true])(
  "finds an event in its calendar alone, and none in Deleted Items; emptied: %s",
  async (empties_bin) => {
    const { secret } = await connect();
    control.settings({ empties_bin });
    const event = wantedEvent();
    const first = await provider.putEvent(secret, calendar, event, null);
    control.removeEvent(MIA_CALENDAR, first.external_id);
    expect(await provider.findEvent(secret, calendar, first.external_id)).toBeNull();
    // A later version of the booking is no change of what was thrown away.
    const later = movedTo(event, "11");
    const second = await provider.putEvent(secret, calendar, later, { ...first, etag: null });
    expect(mine()).toMatchObject([
      { id: second.external_id, starts: later.starts_at.getTime(), show_as: "busy" },
    ]);
    await provider.deleteEvent(secret, calendar, first);
    expect(mine()).toHaveLength(1);
  },
);

it("makes it under another transactionId however many of them are taken", async () => {
  const { secret } = await connect();
  const event = wantedEvent({ sequence: 3 });
  for (let time = 0; time < 8; time++) {
    // Each answer is lost, and the event deleted before it is asked for again.
    const { external_id } = await provider.putEvent(secret, calendar, event, null);
    control.removeEvent(MIA_CALENDAR, external_id);
  }
  await provider.putEvent(secret, calendar, event, null);
  expect(mine()).toHaveLength(1);
});

it("keeps what the member has set, and a copy of it by a person stays as it is", async () => {
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

it("cuts texts that are longer than Outlook takes", async () => {
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

it("deletes its own; gone is no error; what cannot be written is refused", async () => {
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

it("takes an event that its owner has deleted already as gone, though Graph answers 403", async () => {
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

it("leaves another's event alone that has come to its id", async () => {
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

  it("comes with the event, and outlives changes of its text", async () => {
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

  it("is none where the account has no Teams", async () => {
    control.settings({ has_teams: false });
    const { secret } = await connect();
    expect((await provider.putEvent(secret, calendar, online, null)).meeting).toBeNull();
  });
});

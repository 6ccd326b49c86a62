import { expect, test } from "vitest";
import { historyLines, servicesIn } from "./history-lines";

const entry = (fields: object) => ({
  at: "2026-11-20T13:00:00Z",
  kind: "event" as const,
  name: "booking.created",
  sequence: 1,
  actor: { kind: "customer", id: null, name: null },
  diff: {},
  ...fields,
});

test("the latest step comes first, in words, with the person behind it", () => {
  const lines = historyLines(
    [
      entry({ actor: { kind: "publishable_key", id: null, name: null } }),
      entry({
        kind: "audit",
        name: "booking.confirmed",
        actor: { kind: "user", id: "1", name: "Linde" },
      }),
      entry({
        name: "booking.confirmed",
        sequence: 2,
        actor: { kind: "user", id: "1", name: "Linde" },
      }),
      entry({
        kind: "audit",
        name: "booking.refund_requested",
        diff: { amount: 2100, currency: "EUR" },
      }),
    ],
    "en-GB",
    "Europe/Amsterdam",
  );
  expect(lines.map(({ what, who }) => [what, who])).toEqual([
    ["Refund requested: €21.00", "Guest"],
    ["Confirmed", "Linde"],
    ["Booked", "Booking page"],
  ]);
  expect(lines[0]?.when).toContain("14:00");
});

test("an edit that marked the guest as here is told as that", () => {
  const edit = (arrived_at: unknown[]) =>
    entry({ kind: "audit", name: "booking.edited", diff: { arrived_at } });
  const updated = entry({ name: "booking.updated" });
  const noted = entry({ kind: "audit", name: "booking.edited", diff: { notes: [false, true] } });
  const at = "2026-11-20T13:00:00Z";
  const lines = historyLines(
    [updated, noted, edit([null, at]), { ...updated }, { ...updated }, edit([at, null])],
    "en-GB",
    "UTC",
  );
  expect(lines.map(({ what }) => what)).toEqual(["Arrival undone", "Arrived", "Edited"]);
});

test("a change of service is told with the move, from and to", () => {
  const moved = entry({ kind: "audit", name: "booking.edited", diff: { schedule_id: ["a", "b"] } });
  const edited = entry({ kind: "audit", name: "booking.edited", diff: { starts_at: ["x", "y"] } });
  const events = [entry({ name: "booking.moved" }), entry({ name: "booking.moved", sequence: 2 })];
  const history = [events[0]!, edited, events[1]!, moved];
  const lines = historyLines(history, "en-GB", "UTC", new Map([["a", "Blow-dry"]]));
  expect(lines.map(({ what }) => what)).toEqual(["Moved, Blow-dry → a deleted service", "Moved"]);
  expect(servicesIn(history)).toEqual(["a", "b"]);
});

test("a step that has no words yet is told by its name", () => {
  expect(historyLines([entry({ name: "booking.other" })], "en-GB", "UTC")[0]?.what).toBe(
    "booking.other",
  );
});

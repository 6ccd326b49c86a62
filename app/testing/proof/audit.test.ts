import { describe, expect, test } from "vitest";
import type { ReceivedDelivery } from "../webhook-receivers";
import { compareBookings, compareDeliveries, type Findings } from "./audit";
import type { ClientCall } from "./clients";

const row = (id: string, change: object = {}) => ({
  id,
  slot_id: "slot",
  status: "confirmed",
  event_count: 2,
  events: 2,
  ...change,
});
const rowsOf = (...rows: ReturnType<typeof row>[]) => new Map(rows.map((one) => [one.id, one]));
const booked = (
  booking_id: string | null,
  sent: number,
  change: Partial<ClientCall> = {},
): ClientCall => ({
  action: "book",
  key: `key ${sent}`,
  slot_id: "slot",
  status: 201,
  code: null,
  booking_id,
  sent,
  last_sent: sent,
  answered: sent + 1,
  ...change,
});
const refused = (sent: number) => booked(null, sent, { status: 409, code: "slot_unavailable" });
const cancelled = (id: string, sent: number) => booked(id, sent, { action: "cancel", status: 200 });
const counts = ({ lost, oversold, phantom, unexplained }: Findings) =>
  [lost, oversold, phantom, unexplained].map((lines) => lines.length);

describe("bookings", () => {
  test("that match the responses are consistent", () => {
    const calls = [booked("a", 0), refused(2), cancelled("a", 4), booked("b", 6), refused(8)];
    expect(
      counts(compareBookings(calls, rowsOf(row("a", { status: "cancelled" }), row("b")), 1)),
    ).toEqual([0, 0, 0, 0]);
  });

  test.each<[string, ClientCall[], ReturnType<typeof row>[], number[]]>([
    ["a confirmed booking is missing", [booked("a", 0)], [], [1, 0, 0, 0]],
    ["two clients have one booking", [booked("a", 0), booked("a", 0)], [row("a")], [1, 0, 0, 0]],
    ["a cancellation is lost", [booked("a", 0), cancelled("a", 2)], [row("a")], [1, 0, 0, 0]],
    ["an event is missing", [booked("a", 0)], [row("a", { events: 1 })], [1, 0, 0, 0]],
    ["a booking was never confirmed", [booked("a", 0)], [row("a"), row("b")], [0, 0, 1, 0]],
    [
      "there are more than seats",
      [booked("a", 0), booked("b", 0), booked("c", 0)],
      [row("a"), row("b"), row("c")],
      [0, 1, 0, 1],
    ],
    [
      "a client was refused while a seat was free",
      [refused(0), booked("a", 2)],
      [row("a")],
      [0, 0, 0, 1],
    ],
  ])("are inconsistent: %s", (_, calls, rows, expected) => {
    expect(counts(compareBookings(calls, rowsOf(...rows), 2))).toEqual(expected);
  });
});

describe("deliveries", () => {
  const deliveryOf = (id: string, booking: string): ReceivedDelivery => ({
    at: 0,
    path: "/",
    headers: { "webhook-id": id },
    body: JSON.stringify({ data: { booking: { id: booking } } }),
  });
  const events = [
    { id: "e1", type: "booking.created" },
    { id: "e2", type: "booking.confirmed" },
  ];

  test.each<[string, ReceivedDelivery[], number[]]>([
    ["each event once", [deliveryOf("e1", "a")], [0, 0, 0, 0]],
    ["one twice, which is allowed", [deliveryOf("e1", "a"), deliveryOf("e1", "a")], [0, 0, 0, 0]],
    ["none", [], [1, 0, 0, 0]],
    ["an event that is not there", [deliveryOf("e1", "a"), deliveryOf("e3", "a")], [0, 0, 1, 0]],
    ["a booking that is not there", [deliveryOf("e1", "b")], [0, 0, 1, 0]],
  ])("the receiver got %s", (_, received, expected) => {
    const found: Findings = { lost: [], oversold: [], phantom: [], unexplained: [] };
    compareDeliveries(found, received, events, rowsOf(row("a")));
    expect(counts(found)).toEqual(expected);
  });
});

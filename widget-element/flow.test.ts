import { describe, expect, it } from "vitest";
import {
  closed,
  isForAnyone,
  positionOf,
  stepsBefore,
  type Flow,
  type FlowEvent,
  type Step,
} from "./flow";
import { advance, maySend } from "./interactions/advance";
import { aBooked, aBookable, aProblem, aResource, aSchedule, aSlot } from "./samples";

const slot = aSlot();
const other = aSlot({ id: "other", starts_at: "2027-01-05T09:00:00Z" });
const one = aBookable();
const two = aBookable({ resources: [aResource(), aResource({ id: "hall", name: "Hall" })] });
const lengths = [{ minutes: 90, price_amount: null, price_from: null }];
const long = aBookable({ schedule: aSchedule({ length_options: lengths }) });
const long_of_two = aBookable({ ...two, schedule: aSchedule({ length_options: lengths }) });
const booked = aBooked();
const unpaid = aBooked({
  payment: { required: true, checkout_url: "https://pay", session_id: null },
});
const failed = aProblem(500);
const taken = aProblem(409, { code: "slot_unavailable" });

const after = (...events: FlowEvent[]): Flow => events.reduce(advance, closed);
const opened = (...bookables: (typeof one)[]): FlowEvent => ({
  type: "opened",
  bookables,
  asks_which: true,
});
const day: FlowEvent = { type: "day_chosen", date: "2027-01-04" };
const time: FlowEvent = { type: "slot_chosen", slot, date: "2027-01-04" };
const waiting: FlowEvent = { type: "slot_chosen", slot, date: "2027-01-04", waits: true };
const sent: FlowEvent = { type: "sent" };
const refused: FlowEvent = { type: "refused", problem: failed };

describe("the step after an event", () => {
  const table: [string, FlowEvent[], Step][] = [
    ["one bookable on one resource leaves nothing to choose but the day", [opened(one)], "day"],
    ["one bookable on two resources asks which", [opened(two)], "which"],
    [
      "no resource is asked for where the company leaves no choice",
      [{ ...opened(two), asks_which: false } as FlowEvent],
      "day",
    ],
    [
      "a code that was sent is asked for",
      [opened(one), time, sent, { type: "code_sent" }],
      "verify",
    ],
    [
      "a booking after the code ends the flow",
      [opened(one), time, sent, { type: "code_sent" }, sent, { type: "booked", booked }],
      "done",
    ],
    [
      "a refusal at the code stays there",
      [opened(one), time, sent, { type: "code_sent" }, sent, refused],
      "verify",
    ],
    [
      "a time taken meanwhile leads back to the details",
      [opened(one), time, sent, { type: "code_sent" }, sent, { type: "refused", problem: taken }],
      "details",
    ],
    [
      "a booking to be paid waits for its payment",
      [opened(one), time, sent, { type: "booked", booked: unpaid }],
      "pay",
    ],
    [
      "a payment that is seen ends the flow",
      [
        opened(one),
        time,
        sent,
        { type: "booked", booked: unpaid },
        { type: "payment_seen", booking: booked.booking },
      ],
      "done",
    ],
    [
      "a booking to be paid cannot be left backwards",
      [
        opened(one),
        time,
        sent,
        { type: "booked", booked: unpaid },
        { type: "returned", to: "details" },
      ],
      "pay",
    ],
    [
      "a place on the list ends the flow",
      [
        opened(one),
        waiting,
        sent,
        { type: "joined", joined: { id: "w", status: "waiting", position: 1 } },
      ],
      "done",
    ],
    ["two bookables ask what", [opened(one, two)], "what"],
    ["no bookable stays at what", [opened()], "what"],
    [
      "a chosen bookable with one resource goes on to the day",
      [opened(one, two), bookable(one)],
      "day",
    ],
    ["a chosen bookable with two resources asks which", [opened(one, two), bookable(two)], "which"],
    [
      "no preference goes on to the day",
      [opened(two), { type: "resource_chosen", resource_id: null }],
      "day",
    ],
    ["one bookable of several lengths asks how long", [opened(long)], "length"],
    [
      "a chosen bookable of several lengths asks how long",
      [opened(one, long), bookable(long)],
      "length",
    ],
    ["a length goes on to the day", [opened(long), length(90)], "day"],
    ["a length of two resources asks which", [opened(long_of_two), length(null)], "which"],
    [
      "a length goes on to the day where the company leaves no choice of resources",
      [{ ...opened(long_of_two), asks_which: false } as FlowEvent, length(90)],
      "day",
    ],
    [
      "a length that the page chose is not asked for",
      [opened(aBookable({ length_minutes: 90 }))],
      "day",
    ],
    ["a length cannot be chosen at the day", [opened(one), length(90)], "day"],
    [
      "a way back from the resources leads to the length",
      [opened(long_of_two), length(90), { type: "returned", to: "length" }],
      "length",
    ],
    ["a day goes on to its times", [opened(one), day], "time"],
    [
      "another day stays at the times",
      [opened(one), day, { type: "day_chosen", date: "2027-01-05" }],
      "time",
    ],
    ["a time goes on to the details", [opened(one), day, time], "details"],
    ["a time offered beside the month skips the day", [opened(one), time], "details"],
    ["a booking ends the flow", [opened(one), day, time, sent, { type: "booked", booked }], "done"],
    ["a refusal stays at the details", [opened(one), day, time, sent, refused], "details"],
    [
      "a way back from the details leads to the times",
      [opened(one), day, time, { type: "returned", to: "time" }],
      "time",
    ],
    ["a day cannot be chosen before the bookable", [opened(one, two), day], "what"],
    [
      "a bookable cannot be chosen again at the day",
      [opened(one, two), bookable(one), bookable(two)],
      "day",
    ],
    [
      "a skipped step cannot be returned to",
      [opened(one), day, { type: "returned", to: "what" }],
      "time",
    ],
    [
      "a later step cannot be returned to",
      [opened(one), { type: "returned", to: "details" }],
      "day",
    ],
    [
      "nothing is undone while sending",
      [opened(one), day, time, sent, { type: "returned", to: "day" }],
      "details",
    ],
    [
      "a booking that nobody asked for changes nothing",
      [opened(one), day, time, { type: "booked", booked }],
      "details",
    ],
    [
      "a finished flow cannot be returned from",
      [opened(one), day, time, sent, { type: "booked", booked }, { type: "returned", to: "day" }],
      "done",
    ],
  ];
  it.each(table)("%s", (_, events, step) => expect(after(...events).step).toBe(step));

  function length(length_minutes: number | null): FlowEvent {
    return { type: "length_chosen", length_minutes };
  }

  function bookable(chosen: typeof one): FlowEvent {
    return { type: "bookable_chosen", bookable: chosen };
  }
});

describe("state", () => {
  it("selects a single resource automatically and leaves a choice between two", () => {
    expect(after(opened(one)).resource_id).toBe("room");
    expect(after(opened(two)).resource_id).toBeNull();
  });

  it("clears day and time when another resource is chosen", () => {
    const events: FlowEvent[] = [
      opened(two),
      { type: "resource_chosen", resource_id: "room" },
      day,
      time,
    ];
    const again = after(
      ...events,
      { type: "returned", to: "which" },
      { type: "resource_chosen", resource_id: "hall" },
    );
    expect(again).toMatchObject({ step: "day", resource_id: "hall", date: null, slot: null });
  });

  it("clears resource, day and time when another length is chosen", () => {
    const events: FlowEvent[] = [
      opened(long_of_two),
      { type: "length_chosen", length_minutes: 90 },
      { type: "resource_chosen", resource_id: "hall" },
      day,
      time,
      { type: "returned", to: "length" },
    ];
    expect(after(...events)).toMatchObject({ length_minutes: 90, resource_id: "hall", slot });
    expect(after(...events, { type: "length_chosen", length_minutes: null })).toMatchObject({
      step: "which",
      length_minutes: null,
      resource_id: null,
      date: null,
      slot: null,
    });
  });

  it("keeps a length set by the page", () =>
    expect(after(opened(aBookable({ length_minutes: 90 }))).length_minutes).toBe(90));

  it("keeps the chosen time on going back to the times", () => {
    expect(after(opened(one), day, time, { type: "returned", to: "time" }).slot).toBe(slot);
  });

  it("keeps the waiting-list choice until another time is chosen", () => {
    expect(after(opened(one), waiting).waits).toBe(true);
    expect(after(opened(one), waiting, time).waits).toBe(false);
  });

  it("shows a time lost during input", () => {
    expect(after(opened(one), time, { type: "lost", problem: taken })).toMatchObject({
      step: "details",
      problem: taken,
    });
  });

  it("is restored after a reload", () => {
    const from = {
      step: "details",
      bookable: one,
      length_minutes: null,
      resource_id: "room",
      date: "2027-01-04",
      slot,
      waits: false,
      booked: null,
    } as const;
    expect(after(opened(one), { type: "resumed", from })).toMatchObject(from);
  });

  it("starts over when reopened", () => {
    expect(after(opened(one), day, time, opened(one))).toEqual(after(opened(one)));
  });
});

describe("a booking for anyone", () => {
  const anyone = aBookable({ ...two, schedule: aSchedule({ anyone: true }) });
  it.each([
    [
      "is one without a chosen resource",
      after(opened(anyone), { type: "resource_chosen", resource_id: null }),
      true,
    ],
    [
      "is none with one",
      after(opened(anyone), { type: "resource_chosen", resource_id: "hall" }),
      false,
    ],
    [
      "is one where the company leaves no choice",
      after({ ...opened(anyone), asks_which: false } as FlowEvent),
      true,
    ],
    [
      "is none where the page offers one resource alone",
      after(opened({ ...anyone, resources: [aResource()] })),
      false,
    ],
    [
      "is none where the service does not say so",
      after({ ...opened(two), asks_which: false } as FlowEvent),
      false,
    ],
    ["is none of times without a schedule", after(opened(aBookable({ schedule: null }))), false],
  ])("%s", (_, flow, expected) => expect(isForAnyone(flow)).toBe(expected));
});

describe("sending", () => {
  it("is possible once until answered", () => {
    const sending = after(opened(one), day, time, sent);
    expect(sending.sending).toBe(true);
    expect(maySend(sending)).toBe(false);
    expect(maySend(advance(sending, refused))).toBe(true);
  });

  it("clears the last problem on retry", () => {
    expect(after(opened(one), day, time, sent, refused).problem).toBe(failed);
    expect(after(opened(one), day, time, sent, refused, sent).problem).toBeNull();
  });

  it("is blocked for a time known to be taken, and allowed for another", () => {
    const lost = after(opened(one), day, time, sent, { type: "refused", problem: taken });
    expect(maySend(lost)).toBe(false);
    const replaced = advance(lost, { type: "slot_chosen", slot: other, date: "2027-01-05" });
    expect(replaced).toMatchObject({
      step: "details",
      slot: other,
      date: "2027-01-05",
      problem: null,
    });
    expect(maySend(replaced)).toBe(true);
  });
});

describe("a visitor's steps", () => {
  const which: FlowEvent = { type: "resource_chosen", resource_id: null };
  const chosen = (bookable: typeof one): FlowEvent => ({ type: "bookable_chosen", bookable });

  it("omit steps without a choice", () => {
    expect(stepsBefore(after(opened(one), time))).toEqual(["day", "time"]);
    expect(stepsBefore(after(opened(two), which, time))).toEqual(["which", "day", "time"]);
    expect(stepsBefore(after(opened(one, two), chosen(one), time))).toEqual([
      "what",
      "day",
      "time",
    ]);
    expect(stepsBefore(after(opened(one, two), chosen(two), which, time))).toEqual([
      "what",
      "which",
      "day",
      "time",
    ]);
  });

  it("go back one at a time, up to the first", () => {
    expect(stepsBefore(after(opened(one)))).toEqual([]);
    expect(stepsBefore(after(opened(one), day)).at(-1)).toBe("day");
    expect(stepsBefore(after(opened(two), which)).at(-1)).toBe("which");
    expect(stepsBefore(after(opened(one), time, sent, { type: "code_sent" })).at(-1)).toBe(
      "details",
    );
  });
});

describe("progress", () => {
  const paid = aBookable({ schedule: aSchedule({ requires_payment: true }) });
  const code: FlowEvent = { type: "code_sent" };
  const which: FlowEvent = { type: "resource_chosen", resource_id: "room" };
  const unpaid_booking: FlowEvent = { type: "booked", booked: unpaid };
  const chooseBookable = (bookable: typeof one): FlowEvent => ({
    type: "bookable_chosen",
    bookable,
  });
  /** Positions after each of the events. */
  const way = (verification: "off" | "email", ...events: FlowEvent[]) =>
    events.map((_, index) => {
      const { step, total } = positionOf(after(...events.slice(0, index + 1)), {
        verification,
        payment: "required",
      });
      return `${step}/${total}`;
    });

  it.each([
    ["a day and its times are one step", way("off", opened(one), day, time), "1/2 1/2 2/2"],
    [
      "a choice of services",
      way("off", opened(one, one), chooseBookable(one), day, time),
      "1/3 2/3 2/3 3/3",
    ],
    ["a choice of resources", way("off", opened(two), which, day, time), "1/3 2/3 2/3 3/3"],
    [
      "a choice of lengths",
      way("off", opened(long), { type: "length_chosen", length_minutes: 90 }, day, time),
      "1/3 2/3 2/3 3/3",
    ],
    [
      "both",
      way("off", opened(two, two), chooseBookable(two), which, day, time),
      "1/4 2/4 3/4 3/4 4/4",
    ],
    ["a proof", way("email", opened(one), day, time, sent, code), "1/3 1/3 2/3 2/3 3/3"],
    ["a payment", way("off", opened(paid), day, time, sent, unpaid_booking), "1/3 1/3 2/3 2/3 3/3"],
    [
      "a proof and a payment",
      way("email", opened(paid), time, sent, code, sent, unpaid_booking),
      "1/4 2/4 2/4 3/4 3/4 4/4",
    ],
    [
      "a choice that only the other service has",
      way("off", opened(one, two), chooseBookable(one), day, time),
      "1/4 2/3 2/3 3/3",
    ],
    [
      "a payment that only the other service has",
      way("off", opened(one, paid), chooseBookable(one), time),
      "1/4 2/3 3/3",
    ],
    [
      "a way back",
      way("off", opened(two), which, day, { type: "returned", to: "which" }),
      "1/3 2/3 2/3 1/3",
    ],
    [
      "a proof that only the service asks for",
      way("off", opened(one), time, sent, code),
      "1/2 2/2 2/2 2/2",
    ],
    ["nothing to book", way("off", opened()), "0/2"],
  ])("%s", (_, positions, expected) => expect(positions.join(" ")).toBe(expected));

  it("omits payment if it is not online, and for the waiting list", () => {
    const at = after(opened(paid), time);
    expect(positionOf(at, { verification: "off", payment: "off" }).total).toBe(2);
    expect(
      positionOf({ ...at, waits: true }, { verification: "off", payment: "required" }),
    ).toEqual({ step: 2, total: 2 });
  });
});

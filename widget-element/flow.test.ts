import { describe, expect, it } from "vitest";
import { advance, closed, maySend, previousStep, stepsOf, type Flow, type FlowEvent, type Step } from "./flow";
import { aBooked, aBookable, aProblem, aResource, aSlot } from "./samples";

const slot = aSlot();
const other = aSlot({ id: "other", starts_at: "2027-01-05T09:00:00Z" });
const one = aBookable();
const two = aBookable({ resources: [aResource(), aResource({ id: "hall", name: "Hall" })] });
const booked = aBooked();
const failed = aProblem(500);
const taken = aProblem(409, { code: "slot_unavailable" });

const after = (...events: FlowEvent[]): Flow => events.reduce(advance, closed);
const opened = (...bookables: (typeof one)[]): FlowEvent => ({ type: "opened", bookables });
const day: FlowEvent = { type: "day_chosen", date: "2027-01-04" };
const time: FlowEvent = { type: "slot_chosen", slot, date: "2027-01-04" };
const sent: FlowEvent = { type: "sent" };
const refused: FlowEvent = { type: "refused", problem: failed };

describe("the step after what happened", () => {
  const table: [string, FlowEvent[], Step][] = [
    ["one bookable on one resource leaves nothing to choose but the day", [opened(one)], "day"],
    ["one bookable on two resources asks which", [opened(two)], "which"],
    ["two bookables ask what", [opened(one, two)], "what"],
    ["no bookable stays at what", [opened()], "what"],
    ["a chosen bookable with one resource goes on to the day", [opened(one, two), bookable(one)], "day"],
    ["a chosen bookable with two resources asks which", [opened(one, two), bookable(two)], "which"],
    ["no preference goes on to the day", [opened(two), { type: "resource_chosen", resource_id: null }], "day"],
    ["a day goes on to its times", [opened(one), day], "time"],
    ["another day stays at the times", [opened(one), day, { type: "day_chosen", date: "2027-01-05" }], "time"],
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
    ["a bookable cannot be chosen again at the day", [opened(one, two), bookable(one), bookable(two)], "day"],
    ["a skipped step cannot be returned to", [opened(one), day, { type: "returned", to: "what" }], "time"],
    ["a later step cannot be returned to", [opened(one), { type: "returned", to: "details" }], "day"],
    ["nothing is undone while sending", [opened(one), day, time, sent, { type: "returned", to: "day" }], "details"],
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

  function bookable(chosen: typeof one): FlowEvent {
    return { type: "bookable_chosen", bookable: chosen };
  }
});

describe("what is kept", () => {
  it("takes the only resource by itself and leaves the choice open between two", () => {
    expect(after(opened(one)).resource_id).toBe("room");
    expect(after(opened(two)).resource_id).toBeNull();
  });

  it("forgets day and time when another resource is chosen", () => {
    const events: FlowEvent[] = [opened(two), { type: "resource_chosen", resource_id: "room" }, day, time];
    const again = after(...events, { type: "returned", to: "which" }, { type: "resource_chosen", resource_id: "hall" });
    expect(again).toMatchObject({ step: "day", resource_id: "hall", date: null, slot: null });
  });

  it("keeps the chosen time when the visitor goes back to the times", () => {
    expect(after(opened(one), day, time, { type: "returned", to: "time" }).slot).toBe(slot);
  });

  it("starts over when it is opened again", () => {
    expect(after(opened(one), day, time, opened(one))).toEqual(after(opened(one)));
  });
});

describe("sending", () => {
  it("is possible once, until it is answered", () => {
    const sending = after(opened(one), day, time, sent);
    expect(sending.sending).toBe(true);
    expect(maySend(sending)).toBe(false);
    expect(maySend(advance(sending, refused))).toBe(true);
  });

  it("forgets the last problem when it is tried again", () => {
    expect(after(opened(one), day, time, sent, refused).problem).toBe(failed);
    expect(after(opened(one), day, time, sent, refused, sent).problem).toBeNull();
  });

  it("is refused for a time that is known to be taken, and possible for another", () => {
    const lost = after(opened(one), day, time, sent, { type: "refused", problem: taken });
    expect(maySend(lost)).toBe(false);
    const replaced = advance(lost, { type: "slot_chosen", slot: other, date: "2027-01-05" });
    expect(replaced).toMatchObject({ step: "details", slot: other, date: "2027-01-05", problem: null });
    expect(maySend(replaced)).toBe(true);
  });
});

describe("the steps of a visitor", () => {
  it("leave out what there is no choice in", () => {
    expect(stepsOf(after(opened(one)))).toEqual(["day", "time", "details", "done"]);
    expect(stepsOf(after(opened(two)))).toEqual(["which", "day", "time", "details", "done"]);
    expect(stepsOf(after(opened(one, two)))).toEqual(["what", "day", "time", "details", "done"]);
  });

  it("lead back one at a time, and nowhere from the first", () => {
    expect(previousStep(after(opened(one)))).toBeNull();
    expect(previousStep(after(opened(one), day))).toBe("day");
    expect(previousStep(after(opened(two), { type: "resource_chosen", resource_id: null }))).toBe("which");
  });
});

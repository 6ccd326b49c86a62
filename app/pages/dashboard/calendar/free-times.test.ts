import { describe, expect, it } from "vitest";
import { freeMinutes, freeTimes } from "./free-times";

const free = (schedule_id: string, start: number, minutes: number) => ({
  schedule_id,
  start,
  end: start + minutes,
  slot_id: `${schedule_id} at ${start}`,
});

describe("the free times that a column draws", () => {
  const cut = [0, 30, 60, 90].map((start) => free("cut", start, 30));
  const colour = [0, 45].map((start) => free("colour", start, 90));

  it("lie over no other one: each ends where the next begins, whichever service comes first", () => {
    for (const all of [
      [...cut, ...colour],
      [...colour, ...cut],
    ]) {
      const drawn = freeTimes(all, undefined);
      expect(drawn.map(({ start, until }) => [start, until])).toEqual([
        [0, 30],
        [30, 45],
        [45, 60],
        [60, 90],
        [90, 120],
      ]);
    }
  });

  it("keep their own length, which is what is booked or blocked", () => {
    expect(
      freeTimes([...cut, ...colour], undefined).find(({ start }) => start === 45),
    ).toMatchObject({
      end: 135,
      until: 60,
    });
  });

  it("are those of the service that is on its way, where both begin at once", () => {
    const drawn = freeTimes([...cut, ...colour], "colour");
    expect(drawn.map(({ slot_id }) => slot_id)).toEqual([
      "colour at 0",
      "cut at 30",
      "colour at 45",
      "cut at 60",
      "cut at 90",
    ]);
  });
});

describe("how long a column is free", () => {
  const times = [
    free("cut", 0, 30),
    free("cut", 30, 30),
    free("colour", 0, 90),
    free("cut", 120, 30),
  ];

  it("counts each minute once, whatever services share it", () => {
    expect(freeMinutes(times, 0)).toBe(120);
  });

  it("leaves out times that have begun", () => {
    expect(freeMinutes(times, 15)).toBe(60);
  });
});

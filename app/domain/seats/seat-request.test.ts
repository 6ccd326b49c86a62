import { describe, expect, test } from "vitest";
import { seatRequest } from "./seat-request";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour));
const place = {
  occupies_from: at(8),
  occupies_to: at(11),
  starts_at: at(9),
  ends_at: at(10),
  capacity: 4,
  slot_id: "slot",
  schedule: { id: "service", max_per_day: 3, time_zone: "UTC" },
};
const time = {
  occupies_from: at(8),
  occupies_to: at(11),
  capacity: 4,
  schedule_id: "service",
  starts_at: at(9),
  ends_at: at(10),
};
const daily = { schedule_id: "service", max: 3, starts_at: at(9), time_zone: "UTC" };

describe("requested seats", () => {
  test("booking or hold: an offered slot within the daily limit", () => {
    expect(seatRequest(place, {})).toEqual({
      ...time,
      slot_id: "slot",
      daily,
      over_capacity: false,
    });
  });

  test("without a limit or service: no limit", () => {
    for (const schedule of [{ ...place.schedule, max_per_day: null }, null])
      expect(seatRequest({ ...place, schedule }, {}).daily).toBeNull();
  });

  test("override: closed, full or limited slots", () => {
    const wanted = { ...time, slot_id: null, daily: null, over_capacity: true };
    expect(seatRequest(place, { override: true })).toEqual(wanted);
    expect(seatRequest(place, { override: true, held: { slot_id: "other" } })).toEqual({
      ...wanted,
      own_slot_id: "slot",
    });
  });

  test("existing booking: its own slot even if not offered, else only offered ones", () => {
    const wanted = { ...time, own_slot_id: "slot", daily, over_capacity: false };
    expect(seatRequest(place, { held: { slot_id: "slot" } })).toEqual({ ...wanted, slot_id: null });
    for (const slot_id of ["other", null])
      expect(seatRequest(place, { held: { slot_id } })).toEqual({ ...wanted, slot_id: "slot" });
  });

  test("late payment without its slot: no slot", () => {
    const late = { ...place, slot_id: null, schedule: null };
    expect(seatRequest(late, { held: { slot_id: null } })).toEqual({
      ...time,
      schedule_id: null,
      slot_id: null,
      own_slot_id: null,
      daily: null,
      over_capacity: false,
    });
  });
});

import { expect, test } from "vitest";
import { whySteps } from "./why-steps";

const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  hour: "2-digit",
  minute: "2-digit",
});

test("each rule has its share of the bar and the address of its field", () => {
  const steps = whySteps(
    {
      date: "2027-01-03",
      schedule_id: "s",
      resource_id: "r",
      steps: [
        { rule: "weekly_hours", removed: [], left: 4, note: "09:00–13:00" },
        {
          rule: "too_soon",
          removed: ["2027-01-03T09:00:00Z"],
          left: 3,
          note: "Bookable until 120 minutes before.",
        },
        {
          rule: "full",
          removed: ["2027-01-03T10:00:00Z", "2027-01-03T11:00:00Z"],
          left: 1,
          note: "Booked.",
        },
      ],
    },
    clock,
  );
  expect(steps).toMatchObject([
    { label: "Weekly hours", width: 100, took: 0, at: "/dashboard/services/s/hours#day_7" },
    {
      label: "Minimum notice",
      width: 75,
      took: 25,
      removed: "09:00",
      at: "/dashboard/services/s/rules#notice",
    },
    {
      label: "Booked",
      width: 25,
      took: 50,
      removed: "10:00, 11:00",
      at: "/dashboard/calendar?view=day&date=2027-01-03",
    },
  ]);
});

test("a day without any time has bars without length", () => {
  const explanation = { date: "2027-01-04", schedule_id: "s", resource_id: "r" };
  const steps = [
    { rule: "weekly_hours" as const, removed: [], left: 0, note: "No hours on this weekday." },
  ];
  expect(whySteps({ ...explanation, steps }, clock)).toMatchObject([{ width: 0, took: 0 }]);
});

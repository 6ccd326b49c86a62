import { expect, test } from "vitest";
import { calendarLinks } from "./calendar-links";

test("web calendar links have the times in UTC and the location, if any", () => {
  const entry = {
    title: "Cut",
    starts_at: "2027-01-04T09:00:00.000Z",
    ends_at: "2027-01-04T10:00:00Z",
    details: "x",
    location: "Quay 3",
  };
  const queries = (location: string | null) =>
    calendarLinks({ ...entry, location }).map(([, href]) =>
      Object.fromEntries(new URL(href).searchParams),
    );
  expect(calendarLinks(entry).map(([name]) => name)).toEqual(["Google", "Outlook"]);
  expect(queries("Quay 3")).toMatchObject([
    { dates: "20270104T090000Z/20270104T100000Z", location: "Quay 3" },
    { startdt: entry.starts_at, location: "Quay 3" },
  ]);
  for (const query of queries(null)) expect(query).not.toHaveProperty("location");
});

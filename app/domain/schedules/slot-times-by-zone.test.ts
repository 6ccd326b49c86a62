import { expect, it } from "vitest";
import { slotTimes } from "./slot-times";

// The expected starts are derived from the zone's rules, each written as local time with the offset
// then in force. All changes are in the past, so that new legislation does not break the table.
const table: {
  zone: string;
  why: string;
  date: string;
  hours: [string, string];
  minutes: number;
  starts: string[];
}[] = [
  {
    zone: "Europe/Berlin",
    why: "01:59+01:00 is followed by 03:00+02:00, so two o'clock is missing",
    date: "2024-03-31",
    hours: ["00:00", "05:00"],
    minutes: 60,
    starts: ["00:00+01:00", "01:00+01:00", "03:00+02:00", "04:00+02:00"],
  },
  {
    zone: "Europe/Berlin",
    why: "an opening time in the gap moves on by the hour, to 03:30; the second hour would end after 05:00",
    date: "2024-03-31",
    hours: ["02:30", "05:00"],
    minutes: 60,
    starts: ["03:30+02:00"],
  },
  {
    zone: "Europe/Berlin",
    why: "a closing time in the gap moves on too: 02:30 becomes 03:30+02:00, 90 minutes after 01:00+01:00",
    date: "2024-03-31",
    hours: ["01:00", "02:30"],
    minutes: 30,
    starts: ["01:00+01:00", "01:30+01:00", "03:00+02:00"],
  },
  {
    zone: "Europe/Berlin",
    why: "hours wholly inside the gap do not happen",
    date: "2024-03-31",
    hours: ["02:00", "03:00"],
    minutes: 15,
    starts: [],
  },
  {
    zone: "Europe/Berlin",
    why: "02:59+02:00 is followed by 02:00+01:00, so two o'clock comes twice",
    date: "2024-10-27",
    hours: ["01:00", "04:00"],
    minutes: 60,
    starts: ["01:00+02:00", "02:00+02:00", "02:00+01:00", "03:00+01:00"],
  },
  {
    zone: "Europe/Berlin",
    why: "an opening time that comes twice is the first; one hour on it is 02:30 again",
    date: "2024-10-27",
    hours: ["02:30", "04:00"],
    minutes: 60,
    starts: ["02:30+02:00", "02:30+01:00"],
  },
  {
    zone: "America/New_York",
    why: "01:59-05:00 is followed by 03:00-04:00",
    date: "2024-03-10",
    hours: ["00:00", "05:00"],
    minutes: 60,
    starts: ["00:00-05:00", "01:00-05:00", "03:00-04:00", "04:00-04:00"],
  },
  {
    zone: "America/New_York",
    why: "01:59-04:00 is followed by 01:00-05:00",
    date: "2024-11-03",
    hours: ["00:00", "03:00"],
    minutes: 60,
    starts: ["00:00-04:00", "01:00-04:00", "01:00-05:00", "02:00-05:00"],
  },
  {
    zone: "America/Sao_Paulo",
    why: "midnight does not exist: 23:59-03:00 of the 3rd is followed by 01:00-02:00 of the 4th",
    date: "2018-11-04",
    hours: ["00:00", "04:00"],
    minutes: 60,
    starts: ["01:00-02:00", "02:00-02:00", "03:00-02:00"],
  },
  {
    zone: "America/Sao_Paulo",
    why: "the hour before midnight comes twice, so 22:00 to 01:00 over midnight is four hours",
    date: "2018-02-17",
    hours: ["22:00", "01:00"],
    minutes: 60,
    starts: ["22:00-02:00", "23:00-02:00", "23:00-03:00", "2018-02-18T00:00-03:00"],
  },
  {
    zone: "Australia/Lord_Howe",
    why: "01:59+10:30 is followed by 02:30+11:00: half an hour is missing",
    date: "2024-10-06",
    hours: ["01:00", "04:00"],
    minutes: 30,
    starts: ["01:00+10:30", "01:30+10:30", "02:30+11:00", "03:00+11:00", "03:30+11:00"],
  },
  {
    zone: "Australia/Lord_Howe",
    why: "hours run in elapsed time, so the one after 01:00 is at half past, and 03:30 would end after 04:00",
    date: "2024-10-06",
    hours: ["01:00", "04:00"],
    minutes: 60,
    starts: ["01:00+10:30", "02:30+11:00"],
  },
  {
    zone: "Australia/Lord_Howe",
    why: "01:59+11:00 is followed by 01:30+10:30: half an hour comes twice",
    date: "2024-04-07",
    hours: ["01:00", "03:00"],
    minutes: 30,
    starts: ["01:00+11:00", "01:30+11:00", "01:30+10:30", "02:00+10:30", "02:30+10:30"],
  },
  {
    zone: "Asia/Kathmandu",
    why: "five hours and three quarters ahead, without any change",
    date: "2024-03-31",
    hours: ["09:00", "11:15"],
    minutes: 45,
    starts: ["09:00+05:45", "09:45+05:45", "10:30+05:45"],
  },
  {
    zone: "Asia/Kathmandu",
    why: "1986 began at 00:15, when +05:30 became +05:45",
    date: "1986-01-01",
    hours: ["00:00", "01:00"],
    minutes: 15,
    starts: ["00:15+05:45", "00:30+05:45", "00:45+05:45"],
  },
  {
    zone: "Africa/Casablanca",
    why: "before Ramadan 02:59+01:00 is followed by 02:00+00:00",
    date: "2024-03-10",
    hours: ["01:00", "04:00"],
    minutes: 60,
    starts: ["01:00+01:00", "02:00+01:00", "02:00+00:00", "03:00+00:00"],
  },
  {
    zone: "Africa/Casablanca",
    why: "after Ramadan 01:59+00:00 is followed by 03:00+01:00",
    date: "2024-04-14",
    hours: ["01:00", "04:00"],
    minutes: 60,
    starts: ["01:00+00:00", "03:00+01:00"],
  },
  {
    zone: "Pacific/Apia",
    why: "the last day east of the date line is an ordinary one",
    date: "2011-12-29",
    hours: ["09:00", "11:00"],
    minutes: 60,
    starts: ["09:00-10:00", "10:00-10:00"],
  },
  {
    zone: "Pacific/Apia",
    why: "the day skipped has no times",
    date: "2011-12-30",
    hours: ["09:00", "11:00"],
    minutes: 60,
    starts: [],
  },
  {
    zone: "Pacific/Apia",
    why: "the first day west of the date line is an ordinary one",
    date: "2011-12-31",
    hours: ["09:00", "11:00"],
    minutes: 60,
    starts: ["09:00+14:00", "10:00+14:00"],
  },
  {
    zone: "Pacific/Chatham",
    why: "02:44+12:45 is followed by 03:45+13:45",
    date: "2024-09-29",
    hours: ["01:45", "05:45"],
    minutes: 60,
    starts: ["01:45+12:45", "03:45+13:45", "04:45+13:45"],
  },
  {
    zone: "Pacific/Chatham",
    why: "03:44+13:45 is followed by 02:45+12:45",
    date: "2024-04-07",
    hours: ["01:45", "04:45"],
    minutes: 60,
    starts: ["01:45+13:45", "02:45+13:45", "02:45+12:45", "03:45+12:45"],
  },
  {
    zone: "Antarctica/Troll",
    why: "00:59+00:00 is followed by 03:00+02:00: two hours are missing",
    date: "2024-03-31",
    hours: ["00:00", "05:00"],
    minutes: 60,
    starts: ["00:00+00:00", "03:00+02:00", "04:00+02:00"],
  },
  {
    zone: "Antarctica/Troll",
    why: "02:59+02:00 is followed by 01:00+00:00: two hours come twice",
    date: "2024-10-27",
    hours: ["00:00", "04:00"],
    minutes: 60,
    starts: [
      "00:00+02:00",
      "01:00+02:00",
      "02:00+02:00",
      "01:00+00:00",
      "02:00+00:00",
      "03:00+00:00",
    ],
  },
];

it.each(table)(
  "$zone, $date, $hours.0 to $hours.1 by $minutes minutes: $why",
  ({ zone, date, hours, minutes, starts }) => {
    const schedule = {
      time_zone: zone,
      rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: hours[0], end: hours[1] }],
      overrides: [],
      duration_minutes: minutes,
      step_minutes: null,
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
    };
    const expected = starts.map((start) =>
      Date.parse(start.includes("T") ? start : `${date}T${start}`),
    );
    const times = slotTimes(schedule, date, date);
    expect(times.map(({ starts_at }) => new Date(starts_at).toISOString())).toEqual(
      expected.map((epochMs) => new Date(epochMs).toISOString()),
    );
    expect(
      times.every(
        (time) => time.date === date && time.ends_at - time.starts_at === minutes * 60_000,
      ),
    ).toBe(true);
  },
);

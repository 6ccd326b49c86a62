import { expect, test } from "vitest";
import { isZone } from "./answers";
import { SHOWN_ZONES, WINDOWS_ZONES, zoneOf } from "./windows-zones";

test("each Windows zone maps to a known IANA zone", () => {
  expect(WINDOWS_ZONES.size).toBe(143);
  expect(SHOWN_ZONES.size).toBe(152);
  const all = [...WINDOWS_ZONES, ...SHOWN_ZONES];
  expect(all.filter(([windows, iana]) => windows === "" || !isZone(iana))).toEqual([]);
});

test.each([
  ["W. Europe Standard Time", "Europe/Berlin", "+01:00"],
  ["w. europe standard time", "Europe/Berlin", "+01:00"],
  ["Romance Standard Time", "Europe/Paris", "+01:00"],
  ["GMT Standard Time", "Europe/London", "+00:00"],
  ["Eastern Standard Time", "America/New_York", "-05:00"],
  ["India Standard Time", "Asia/Kolkata", "+05:30"],
  ["Newfoundland Standard Time", "America/St_Johns", "-03:30"],
  ["AUS Eastern Standard Time", "Australia/Sydney", "+11:00"],
  ["UTC-11", "Etc/GMT+11", "-11:00"],
  ["UTC+13", "Etc/GMT-13", "+13:00"],
  ["Pacific Time (US & Canada)", "America/Los_Angeles", "-08:00"],
  ["(UTC-08:00) Pacific Time (US & Canada)", "America/Los_Angeles", "-08:00"],
  ["(GMT-08:00) Pacific Time (US & Canada); Tijuana", "America/Los_Angeles", "-08:00"],
  ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin", "+01:00"],
  ["(UTC+00:00) Dublin, Edinburgh, Lisbon, London", "Europe/London", "+00:00"],
  ["Canberra, Melbourne, Sydney", "Australia/Sydney", "+11:00"],
  ["tzone://Microsoft/Utc", "Etc/UTC", "+00:00"],
])("%s is %s", (windows, iana, offset) => {
  expect(zoneOf(windows)).toBe(iana);
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: iana,
    timeZoneName: "longOffset",
  }).formatToParts(new Date("2027-01-15T12:00:00Z"));
  const zoneOffset = parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "");
  expect(zoneOffset === "" ? "+00:00" : zoneOffset).toBe(offset);
});

test("IANA names are unchanged; custom zones and none are unknown", () => {
  expect(zoneOf("Europe/Amsterdam")).toBe("Europe/Amsterdam");
  expect([zoneOf("tzone://Microsoft/Custom"), zoneOf(null), zoneOf("")]).toEqual([
    null,
    null,
    null,
  ]);
});

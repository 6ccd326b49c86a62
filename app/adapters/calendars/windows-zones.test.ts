import { expect, test } from "vitest";
import { windowsZone, windowsZoneNames } from "./windows-zones";
import { isIanaZone } from "./zones";

test.each(windowsZoneNames)("%s is a zone that this machine knows", (name) => {
  expect(isIanaZone(windowsZone(name) ?? "")).toBe(true);
});

test.each([
  ["W. Europe Standard Time", "Europe/Berlin"],
  ["w. europe standard time ", "Europe/Berlin"],
  ["Europe/Berlin", null],
  ["", null],
])("%j is %s", (name, zone) => expect(windowsZone(name)).toBe(zone));

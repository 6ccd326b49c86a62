import { describe, expect, test } from "vitest";
import { expandTask } from "~/testing/calendar-files";
import { expand, type ExpandTask } from "./expand";

const file = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join("\r\n")}\r\nEND:VCALENDAR\r\n`;
const event = (...lines: string[]) =>
  ["BEGIN:VEVENT", "UID:u1", ...lines, "END:VEVENT"].join("\r\n");
const run = (data: string, given: Partial<ExpandTask> = {}) =>
  expand(expandTask(data, given)).events;

describe("busy or free", () => {
  const base = ["DTSTART:20270104T100000Z", "DURATION:PT1H"];
  const busy = (lines: string[], tentative_is_busy = true) =>
    run(file(event(...base, ...lines)), { tentative_is_busy }).map(({ is_busy }) => is_busy)[0];
  const me = (answer: string) => [`ATTENDEE;PARTSTAT=${answer}:mailto:Anna@Example.com`];
  test.each<[string[], boolean, boolean]>([
    [[], true, true],
    [["TRANSP:TRANSPARENT"], false, false],
    [["TRANSP:OPAQUE"], true, true],
    [["STATUS:CANCELLED"], false, false],
    [["STATUS:TENTATIVE"], true, false],
    [["X-MICROSOFT-CDO-BUSYSTATUS:FREE"], false, false],
    [["X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE"], false, false],
    [["X-MICROSOFT-CDO-BUSYSTATUS:OOF"], true, true],
    [["X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE"], true, false],
    [me("DECLINED"), false, false],
    [me("ACCEPTED"), true, true],
    [me("NEEDS-ACTION"), true, false],
    [["ATTENDEE:mailto:anna@example.com"], true, false],
    [["ATTENDEE;PARTSTAT=DECLINED:mailto:ben@example.com"], true, true],
  ])("%j: %s, and %s if tentative is free", (lines, expected, strict) => {
    expect([busy(lines), busy(lines, false)]).toEqual([expected, strict]);
  });
});

describe("ownership", () => {
  const booking = "0190a1b2-0000-7000-8000-000000000001";
  const of = (...lines: string[]) =>
    run(
      file(
        ["BEGIN:VEVENT", "DTSTART:20270104T100000Z", "DURATION:PT1H", ...lines, "END:VEVENT"].join(
          "\r\n",
        ),
      ),
    )[0];
  test("our own events and email invitations have a booking id", () => {
    expect(of("UID:x", `X-BOOKING-ID:${booking}`)?.booking_id).toBe(booking);
    expect(of(`UID:${booking}@book.example.com`)?.booking_id).toBe(booking);
  });
  test("other events do not", () => {
    expect(of(`UID:${booking}@else.example.com`)?.booking_id).toBeNull();
    expect(of("UID:x", "X-BOOKING-ID:no-id")?.booking_id).toBeNull();
  });
  test("events without UID each count", () => {
    const bare = "BEGIN:VEVENT\r\nDTSTART:20270104T100000Z\r\nDURATION:PT1H\r\nEND:VEVENT";
    expect(
      run(file(bare, bare)).map(({ external_id, instance }) => [external_id, instance]),
    ).toEqual([
      ["", ""],
      ["", "#2"],
    ]);
  });
  test("long ids are hashed, long titles are truncated", () => {
    const read = of(`UID:${"u".repeat(600)}`, `SUMMARY:${"s".repeat(600)}`);
    expect(read?.external_id).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(read?.title).toHaveLength(500);
  });
});

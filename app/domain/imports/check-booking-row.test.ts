import { expect, test } from "vitest";
import { checkBookingRow } from "./check-booking-row";
import { guessColumns } from "./guess-columns";
import type { DateOrder } from "./read-moment";
import { readAmount, readDuration, readState } from "./read-values";

/** A file's only row, read by the guessed columns. */
function read(header: string, line: string, order: DateOrder = "dmy") {
  const [headers, cells] = [header.split(";"), line.split(";")];
  const fields = guessColumns(headers, [cells], "bookings");
  return checkBookingRow(cells, fields, { order, time_zone: "Europe/Amsterdam", currency: "EUR" });
}

const ANNA = { name: "Anna Jansen", email: "anna@example.test" };

test.each([
  [
    "Calendly",
    "Team;User Name;User Email;Invitee Name;Invitee First Name;Invitee Last Name;Invitee Email;Invitee Time Zone;Event Type Name;Start Date & Time;End Date & Time;Location;Event Created Date & Time;Canceled;Cancellation reason",
    ";Noor;noor@salon.test;Anna Jansen;;;anna@example.test;Europe/Berlin;Intake;2026-04-03 09:30 am;2026-04-03 10:00 am;;2026-03-01 08:00 am;true;ill",
    { service: "Intake", resource: "Noor", state: "cancelled", price_amount: null },
  ],
  [
    "Acuity",
    "Start Time;End Time;First Name;Last Name;Phone;Email;Type;Calendar;Appointment Price;Paid?;Amount Paid Online;Notes;Date Scheduled;Label;Appointment ID",
    "April 3, 2026 9:30 am;April 3, 2026 10:00 am;Anna;Jansen;+31612345678;anna@example.test;Intake;Noor;45.00;yes;45.00;;2026-03-01;;811",
    { service: "Intake", resource: "Noor", price_amount: 4500, currency: "EUR", reference: "811" },
  ],
  [
    "Square",
    "Date;Start Time;Duration;Client;Email Address;Service;Staff;Status;Price",
    "4/3/2026;9:30 AM;30 min;Anna Jansen;anna@example.test;Intake;Noor;No-Show;$45.00",
    { service: "Intake", resource: "Noor", state: "no_show", price_amount: 4500 },
    "mdy",
  ],
  [
    "Easy!Appointments",
    "id;start_datetime;end_datetime;service;provider;customer;email;status;notes;hash",
    "7;2026-04-03 09:30:00;2026-04-03 10:00:00;Intake;Noor;Anna Jansen;anna@example.test;Booked;;x9",
    { service: "Intake", resource: "Noor", state: "expected", reference: "x9" },
  ],
] as [string, string, string, object, DateOrder?][])(
  "a row of %s is read by its guessed columns",
  (_product, header, line, booking, order) => {
    expect(read(header, line, order)).toMatchObject({
      details: ANNA,
      booking: { starts_at: "2026-04-03T07:30:00Z", party_size: 1, ...booking },
    });
    const { booking: found } = read(header, line, order) as { booking: { ends_at: string } };
    expect(new Date(found.ends_at).toISOString()).toBe("2026-04-03T08:00:00.000Z");
  },
);

const HEADER = "Date;Start;End;Duration;Name;Guests;Status;Price;Currency";
test.each([
  ["2026-04-03;;10:00;;Anna;;;;", { field: "date", reason: "invalid" }],
  [";;10:00;;Anna;;;;", { field: "start", reason: "missing" }],
  ["2026-04-03;noon;10:00;;Anna;;;;", { field: "start", reason: "invalid", value: "noon" }],
  ["2026-03-29;02:30;10:00;;Anna;;;;", { field: "start", reason: "skipped" }],
  ["2026-04-03;09:30;later;;Anna;;;;", { field: "end", reason: "invalid" }],
  ["2026-04-03;09:30;2026-04-05 09:30;;Anna;;;;", { field: "end", reason: "length" }],
  ["2026-04-03;09:30;;2;Anna;;;;", { field: "duration", reason: "length" }],
  ["2026-04-03;09:30;;soon;Anna;;;;", { field: "duration", reason: "invalid" }],
  ["2026-04-03;09:30;10:00;;Anna;0;;;", { field: "party_size", reason: "invalid" }],
  ["2026-04-03;09:30;10:00;;Anna;;pending;;", { field: "status", reason: "invalid" }],
  ["2026-04-03;09:30;10:00;;Anna;;;free;", { field: "price", reason: "invalid" }],
  ["2026-04-03;09:30;10:00;;Anna;;;5;euro", { field: "currency", reason: "invalid" }],
  ["2026-04-03;09:30;10:00;;;;;;", { field: "name", reason: "missing" }],
])("%s has its first problem named", (line, problem) => {
  expect(read(HEADER, line)).toMatchObject({ problem });
});

test("an end before the start is on the next day; without one the service’s length counts", () => {
  expect(read(HEADER, "2026-04-03;23:00;01:00;;Anna;2;;;")).toMatchObject({
    booking: { ends_at: "2026-04-03T23:00:00Z", party_size: 2 },
  });
  expect(read(HEADER, "2026-04-03;23:00;;;Anna;;;;")).toMatchObject({ booking: { ends_at: null } });
});

test.each([
  ["45", 45],
  ["45 min", 45],
  ["1:30", 90],
  ["01:30:00", 90],
  ["1h 30m", 90],
  ["1.5 hours", 90],
  ["2 Stunden", 120],
  ["", null],
  ["a while", null],
])("the duration %s is %s minutes", (cell, minutes) => {
  expect(readDuration(cell)).toBe(minutes);
});

test.each([
  ["25", "EUR", 2500],
  ["€ 25,50", "EUR", 2550],
  ["1.250,50", "EUR", 125_050],
  ["$1,250.00", "USD", 125_000],
  ["1,250", "USD", 125_000],
  ["5.5 EUR", "EUR", 550],
  ["1.250", "KWD", 1250],
  ["¥3000", "JPY", 3000],
  ["3000.00", "JPY", 3000],
  ["12.345678", "EUR", null],
  ["-5", "EUR", null],
  ["free", "EUR", null],
])("%s in %s is %s minor units", (cell, currency, amount) => {
  expect(readAmount(cell, currency)).toBe(amount);
});

test.each([
  ["", "expected"],
  ["Confirmed", "expected"],
  ["CANCELED", "cancelled"],
  ["no_show", "no_show"],
  ["No-Show", "no_show"],
  ["Completed", "completed"],
  ["abgeschlossen", "completed"],
  ["pending", null],
])("the status %s is %s", (cell, state) => {
  expect(readState(cell)).toBe(state);
});

import { expect, test } from "vitest";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { get, makeDesk } from "~/testing/desk";
import { makeUser } from "~/testing/factory";
import * as sheet from "./route";

test("the day sheet has everybody by time with what is due, or a sheet for each person", async () => {
  const { owner, book, date } = await makeDesk({ price_amount: 4200 });
  const [late, early] = [await book(11, "Bea"), await book(10, "Anna")];
  await editBooking(owner, early.id, { notes: "By the window" });
  const path = `/dashboard/calendar/sheet?date=${date}`;
  const day = await get(sheet, owner, path);
  expect(day).toMatchObject({ is_by_resource: false, has_more: false, sees_contacts: true });
  const guest = (id: string, notes: string | null) => ({
    id,
    notes,
    owes: true,
    balance: { due: "€42.00" },
  });
  expect(day.sheets).toMatchObject([
    { resource: null, bookings: [guest(early.id, "By the window"), guest(late.id, null)] },
  ]);
  const own = await get(sheet, owner, `${path}&by=resource`);
  expect(own.sheets).toMatchObject([
    { resource: "Court 1", bookings: [{ id: early.id }, { id: late.id }] },
  ]);
  const viewer = await get(sheet, await makeUser(owner, "viewer"), path);
  expect(viewer.sees_contacts).toBe(false);
  expect(JSON.stringify(viewer)).not.toContain("@example.test");
});

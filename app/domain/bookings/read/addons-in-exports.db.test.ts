import { expect, test } from "vitest";
import { book, slotsAfter } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant, signIn } from "~/testing/factory";
import { call } from "~/testing/request";

test("the CSV names a booking's add-ons in a column, without formulas", async () => {
  const owner = await makeTenant();
  const court = await makeResource(owner);
  const addons = [
    { id: "racket", name: "Racket", price_amount: 400, max_quantity: 4 },
    { id: "light", name: "Light", price_amount: 600, max_quantity: 1 },
    { id: "sum", name: "=SUM(A1)", price_amount: 0, max_quantity: 1 },
  ];
  const { id } = await makeSchedule(owner, [court.id], { price_amount: 2000, addons });
  const [first, second, third] = await slotsAfter(2, id, court.id);
  await book(owner, first!.id, { addons: [{ id: "racket", quantity: 2 }, { id: "light" }] });
  await book(owner, second!.id, { addons: [{ id: "sum" }] });
  await book(owner, third!.id);
  const answer = await call("/api/bookings?format=csv&sort=starts_at", {
    cookie: await signIn(owner),
  });
  const lines = (await answer.text()).trimEnd().split("\r\n");
  const column = lines[0]!.split(",").indexOf("addons");
  expect(lines.map((line) => line.split(",")[column])).toEqual([
    "addons",
    '"2 × Racket; Light"',
    "'=SUM(A1)",
    "",
  ]);
});

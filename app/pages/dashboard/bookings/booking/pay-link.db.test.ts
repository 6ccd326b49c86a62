import "~/testing/payments-on";
import { expect, test } from "vitest";
import { flashOf, get, post, refusalOf } from "~/testing/desk";
import { findMessages } from "~/testing/payable-calls";
import { makePaidService, waitingBooking } from "~/testing/payment-calls";
import * as page from "./route";

test("a payment link is mailed for the balance that the page showed", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  const path = `/dashboard/bookings/${id}`;
  const { balance_amount } = await get(page, owner, `${path}?show=pay`, id);
  const send = (expected_amount: number) =>
    post(page, owner, path, { intent: "pay_link", expected_amount: String(expected_amount) }, id);
  const refused = await send(2000);
  expect(refused).toMatchObject({ init: { status: 409 } });
  expect(refusalOf(refused).result.error[""]).toEqual([
    "The amount due is now €25.00 instead of €20.00. Check it, then send the link.",
  ]);
  expect(await findMessages(owner, id)).toEqual([]);
  expect(flashOf(await send(balance_amount)).text).toContain("Sent the payment link to");
});

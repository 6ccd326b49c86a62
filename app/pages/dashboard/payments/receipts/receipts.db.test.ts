import "~/testing/payments-on";
import { expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import { TenantPatch } from "~/contract/tenant";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { issueDueReceipts } from "~/domain/receipts/issue-receipts.server";
import { updateTenant } from "~/domain/tenants/tenant-profile.server";
import * as manage from "~/pages/guest/manage/route";
import { get } from "~/testing/desk";
import { makeUser } from "~/testing/factory";
import { makePaidService, waitingBooking } from "~/testing/payment-calls";
import { renderedPage } from "~/testing/rendered-page";
import * as file from "./export";
import * as receiptPage from "./receipt/route";
import * as page from "./route";

const PATH = "/dashboard/payments/receipts";
const guestPage = renderedPage("manage/:token", manage);

/** A company with two bookings paid at the desk, each with a receipt. */
async function withReceipts() {
  const { owner, slots } = await makePaidService(3);
  const tax = { name: "VAT", number: "NL001234567B01", rate_bps: 2100 };
  await updateTenant(owner, TenantPatch.parse({ policy: { receipts: true, tax } }));
  const ids: string[] = [];
  for (const slot of slots.slice(-2)) {
    const id = await waitingBooking(owner, slot.id);
    const paid = StatusChange.parse({ status: "paid", payment_method: "offline" });
    await changeBookingStatus(owner, id, paid, null);
    ids.push(id);
  }
  await issueDueReceipts();
  return { owner, ids };
}

test("receipts are listed by month, shown in the guest's language and exported, for admins", async () => {
  const { owner } = await withReceipts();
  const { receipts, problem } = await get(page, owner, PATH);
  expect(problem).toBeNull();
  expect(receipts).toHaveLength(2);
  expect((await get(page, owner, `${PATH}?month=2020-01`)).receipts).toEqual([]);
  expect((await get(page, owner, `${PATH}?month=any`)).receipts).toHaveLength(2);
  expect((await get(page, owner, `${PATH}?month=13`)).problem).not.toBeNull();
  const [first] = receipts;
  const shown = await get(receiptPage, owner, `${PATH}/${first!.id}`, first!.id);
  expect(shown).toMatchObject({ receipt: first, locale: owner.tenant.locale });
  const sheet = await (await get(file, owner, `${PATH}/export?month=any`)).text();
  const [head, row] = sheet.split("\r\n");
  expect(head).toMatch(/^date,date_local,number,guest,/);
  expect(row).toContain(`,20.66,VAT,21,4.34,25,EUR,other,`);
  const staff = await makeUser(owner, "staff");
  for (const each of [page, file, receiptPage])
    await expect(get<unknown>(each, staff, PATH, first!.id)).rejects.toMatchObject({ status: 403 });
});

test("a guest sees and prints the receipts of the own booking, and no other's", async () => {
  const { owner, ids } = await withReceipts();
  const { receipts } = await get(page, owner, PATH);
  const own = receipts.find(({ booking_id }) => booking_id === ids[0])!;
  const other = receipts.find(({ booking_id }) => booking_id === ids[1])!;
  const url = manageUrl(owner.tenant.id, ids[0]!);
  const read = async (query = "") => {
    const request = new Request(`${url}${query}`);
    const answer = await guestPage.loader({
      request,
      params: { token: url.split("/").at(-1)! },
      context: {},
    }); // split gives at least one part
    return (await answer.text()).replace(/<[^>]+>/g, " ");
  };
  expect(await read()).toContain(own.number);
  const sheet = await read(`?receipt=${own.id}`);
  for (const words of [own.number, "NL001234567B01", "Including 21% VAT", "€4.34", "€25.00"])
    expect(sheet).toContain(words);
  expect(await read(`?receipt=${other.id}`)).not.toContain(other.number);
});

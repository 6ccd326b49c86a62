import { expect, test } from "vitest";
import * as bookings from "~/pages/dashboard/bookings/route";
import * as customers from "~/pages/dashboard/customers/route";
import * as keys from "~/pages/dashboard/keys/route";
import * as blocked from "~/pages/dashboard/mail/blocked/route";
import * as mails from "~/pages/dashboard/mail/log/route";
import * as payments from "~/pages/dashboard/payments/route";
import * as resources from "~/pages/dashboard/resources/route";
import * as services from "~/pages/dashboard/services/route";
import * as audit from "~/pages/dashboard/settings/audit/route";
import * as team from "~/pages/dashboard/settings/team/route";
import { get, makeDesk } from "./desk";

const LISTS: Record<string, { loader: Parameters<typeof get>[0]["loader"] }> = {
  bookings,
  customers,
  keys,
  blocked,
  mails,
  payments,
  resources,
  services,
  audit,
  team,
};

test.each(Object.keys(LISTS))("%s: an unknown cursor shows the first page", async (name) => {
  const { owner } = await makeDesk();
  for (const cursor of ["x", "e\u0301".repeat(3000), "[".repeat(6000)])
    expect(
      await get(LISTS[name]!, owner, `/dashboard?cursor=${encodeURIComponent(cursor)}`),
    ).toBeTypeOf("object");
});

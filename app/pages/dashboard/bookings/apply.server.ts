import { data } from "@remix-run/node";
import { changeInBulk, previewBulkCancel } from "~/domain/bookings/change-in-bulk.server";
import { deleteTestBookings } from "~/domain/bookings/delete-test-bookings.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { rearrange } from "~/domain/users/preferences.server";
import { deleteView, renameView, saveView } from "~/domain/users/saved-views.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { AppError } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import { formatMoney } from "~/lib/money";
import { type ArrangeForm, BOOKINGS_LIST, type BookingsForm, type BulkForm } from "./bookings-forms";

/**
 * Does what a form of the list asks, and goes on to `here` or says what is left to decide. Throws forbidden_role, and what the functions
 * behind it throw.
 */
export async function applyBookingsForm(actor: UserActor, form: BookingsForm, here: string) {
  switch (form.intent) {
    case "columns":
    case "save_view":
    case "rename_view":
    case "delete_view":
      return arrange(actor, form, dashboardPath(form.to, here));
    case "delete_tests":
      return deleteTests(actor, here);
    default:
      return changeTicked(actor, form, here);
  }
}

/** How a person sees the list is theirs, whatever their role. */
async function arrange(actor: UserActor, form: ArrangeForm, here: string): Promise<Response> {
  switch (form.intent) {
    case "save_view":
      await saveView(actor, { page: BOOKINGS_LIST, name: form.name, query: form.query });
      return redirectWith(here, `Saved “${isolate(form.name)}” as a view of your own.`);
    case "rename_view":
      await renameView(actor, BOOKINGS_LIST, form.was, form.name);
      return redirectWith(here, `The view is called “${isolate(form.name)}” now.`);
    case "columns":
      await rearrange(actor, ({ columns }) => ({ columns: { ...columns, [BOOKINGS_LIST]: form.column } }));
      return redirectWith(here, "The list shows these columns now.");
    case "delete_view": {
      const { name, query } = await deleteView(actor, BOOKINGS_LIST, form.was);
      return redirectWith(here, `Deleted the view “${isolate(name)}”.`, {
        action: "/dashboard/bookings",
        fields: { intent: "save_view", name, query },
      });
    }
  }
}

/** All at once where there are that few; what is left is said. */
async function deleteTests(actor: UserActor, here: string): Promise<Response> {
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can delete test bookings.");
  const { deleted, kept, has_more } = await deleteTestBookings(actor);
  const stay = kept.map(({ reference }) => reference).join(", ");
  return redirectWith(
    here,
    `Deleted ${deleted} test ${deleted === 1 ? "booking" : "bookings"}.${stay === "" ? "" : ` Real money was taken for ${stay}: cancel and refund.`}${has_more ? " There are more: press again." : ""}`,
  );
}

async function changeTicked(actor: UserActor, form: BulkForm, here: string) {
  if (!hasRole(actor, "staff")) throw new AppError("forbidden_role", "Your role does not change bookings.");
  const { locale } = calendarOf(actor);
  const inWords = (sums: { amount: number; currency: string }[]) =>
    sums.map(({ amount, currency }) => formatMoney(amount, currency, locale)).join(" and ");
  if (form.intent === "cancelled" && !form.confirmed) {
    const { ids, refunds } = await previewBulkCancel(actor, form.id);
    return data({ asks: { ids, left_out: form.id.length - ids.length, back: inWords(refunds) } });
  }
  const { ids, refunds, refused } = await changeInBulk(actor, form);
  const back = refunds.length === 0 ? "" : ` ${inWords(refunds)} goes back.`;
  const words = `${ids.length} done.${back}`;
  if (refused.length === 0) return redirectWith(here, words);
  const whys = refused.map(({ booking, message }) => `${isolate(booking?.customer.name ?? "A booking")}: ${message}`);
  return data({ said: { done: words, refused: whys } });
}

import { data } from "@remix-run/node";
import { changeInBulk, previewBulkCancel } from "~/domain/bookings/change/change-in-bulk.server";
import { deleteTestBookings } from "~/domain/bookings/change/delete-test-bookings.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { rearrange } from "~/domain/users/preferences.server";
import { deleteView, renameView, saveView } from "~/domain/users/saved-views.server";
import { plural, t } from "~/i18n/text";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { AppError } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import { formatMoney } from "~/lib/money";
import {
  type ArrangeForm,
  BOOKINGS_LIST,
  type BookingsForm,
  type BulkForm,
} from "./bookings-forms";

/**
 * Executes a form of the list; redirects to `here` or returns what needs a decision. Throws
 * forbidden_role and the domain functions' errors.
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
      return changeSelected(actor, form, here);
  }
}

/** Anyone may arrange their own list, whatever their role. */
async function arrange(actor: UserActor, form: ArrangeForm, here: string): Promise<Response> {
  switch (form.intent) {
    case "save_view":
      await saveView(actor, { page: BOOKINGS_LIST, name: form.name, query: form.query });
      return redirectWith(here, t("Saved view “{{name}}”.", { name: isolate(form.name) }));
    case "rename_view":
      await renameView(actor, BOOKINGS_LIST, form.was, form.name);
      return redirectWith(here, t("Renamed view to “{{name}}”.", { name: isolate(form.name) }));
    case "columns":
      await rearrange(actor, ({ columns }) => ({
        columns: { ...columns, [BOOKINGS_LIST]: form.column },
      }));
      return redirectWith(here, t("Updated columns."));
    case "delete_view": {
      const { name, query } = await deleteView(actor, BOOKINGS_LIST, form.was);
      return redirectWith(here, t("Deleted view “{{name}}”.", { name: isolate(name) }), {
        action: "/dashboard/bookings",
        fields: { intent: "save_view", name, query },
      });
    }
  }
}

/** Deletes up to one batch; the message reports any remainder. */
async function deleteTests(actor: UserActor, here: string): Promise<Response> {
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", t("Only an owner or admin can delete test bookings."));
  const { deleted, kept: remaining, has_more } = await deleteTestBookings(actor);
  const words = [
    plural(deleted, "Deleted {{count}} test booking.", "Deleted {{count}} test bookings."),
  ];
  const references = remaining.map(({ reference }) => reference).join(", ");
  if (references !== "")
    words.push(t("Real money was taken for {{references}}: cancel and refund.", { references }));
  if (has_more) words.push(t("There are more. Delete again."));
  return redirectWith(here, words.join(" "));
}

async function changeSelected(actor: UserActor, form: BulkForm, here: string) {
  if (!hasRole(actor, "staff"))
    throw new AppError("forbidden_role", t("Your role can’t change bookings."));
  const { locale } = calendarOf(actor);
  const inWords = (sums: { amount: number; currency: string }[]) =>
    new Intl.ListFormat(locale).format(
      sums.map(({ amount, currency }) => formatMoney(amount, currency, locale)),
    );
  if (form.intent === "cancelled" && !form.confirmed) {
    const { ids, refunds } = await previewBulkCancel(actor, form.id);
    return data({ asks: { ids, left_out: form.id.length - ids.length, back: inWords(refunds) } });
  }
  const { ids, refunds, refused } = await changeInBulk(actor, form);
  const done = DONE[form.intent](ids.length);
  const words =
    refunds.length === 0
      ? done
      : `${done} ${t("Refund: {{amount}}.", { amount: inWords(refunds) })}`;
  if (refused.length === 0) return redirectWith(here, words);
  const whys = refused.map(
    ({ booking, message }) => `${isolate(booking?.customer.name ?? t("Booking"))}: ${message}`,
  );
  return data({ summary: { done: words, refused: whys } });
}

/** Messages after a bulk action. */
const DONE: Record<BulkForm["intent"], (count: number) => string> = {
  arrived: (count) => plural(count, "{{count}} guest arrived.", "{{count}} guests arrived."),
  confirmed: (count) =>
    plural(count, "Confirmed {{count}} booking.", "Confirmed {{count}} bookings."),
  completed: (count) =>
    plural(count, "Completed {{count}} booking.", "Completed {{count}} bookings."),
  no_show: (count) => plural(count, "Marked {{count}} no-show.", "Marked {{count}} no-shows."),
  cancelled: (count) =>
    plural(count, "Cancelled {{count}} booking.", "Cancelled {{count}} bookings."),
};

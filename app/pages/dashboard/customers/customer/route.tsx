import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BookingFilter } from "~/contract/bookings";
import { Id } from "~/contract/common";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { getCustomer } from "~/domain/customers/list-customers.sql.server";
import { readErasure } from "~/domain/privacy/erase-customer.server";
import { applyCustomerForm, readOther, suggestDuplicates } from "./apply-customer-form.server";
import { CustomerForm } from "./customer-forms";
import { hasRole } from "~/domain/identity/actor";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { orConflict } from "~/http/changed-meanwhile.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { orBusyPage } from "~/http/or-busy-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { pageError, requireActor, submit } from "~/http/page.server";
import { AppError } from "~/lib/app-error";
import { describeBookings } from "~/ui/booking/booking-lines";
import { duplicateLines, mergedLines, mergeView } from "./customer-view";
import { CustomerPage } from "./customer-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { shouldRevalidate } from "~/ui/layout/drawer-address";
import { isolate } from "~/lib/isolate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.customer.name ?? "Customer"} · Booking Service` },
];

const SHOWN = 25;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const customer = await getCustomer(actor, params.id!).catch(noPage); // the route's own name
  const calendar = calendarOf(actor);
  const asked = Id.safeParse(new URL(request.url).searchParams.get("merge")).data ?? null;
  const isErased = customer.erased_at !== null;
  const [found, duplicates, other, erasure] = await Promise.all([
    listBookings(actor, BookingFilter.parse({ customer_id: customer.id, limit: SHOWN })),
    orBusyPage(suggestDuplicates(actor, customer)),
    readOther(actor, asked === customer.id ? null : asked),
    isErased ? readErasure(actor, customer.id) : null,
  ]);
  const services = await scheduleNames(
    actor.tenant.id,
    found.data.map(({ schedule_id }) => schedule_id),
  );
  const { total, upcoming, by_status, first_starts_at } = customer.bookings;
  const day = new Intl.DateTimeFormat(calendar.locale, { timeZone: calendar.time_zone, dateStyle: "medium" });
  const stands = !isErased && customer.merged_into === null;
  return {
    customer: { id: customer.id, name: customer.name, email: customer.email ?? "", phone: customer.phone ?? "" },
    notes: customer.notes ?? "",
    seen: customer.version,
    merged_into: customer.merged_into,
    merge: other && mergeView(customer, other),
    duplicates: duplicateLines(duplicates),
    merged: mergedLines(customer.merged, (instant) => day.format(new Date(instant))),
    may_merge: hasRole(actor, "admin"),
    erasure: erasure && { is_under_way: erasure.state === "running", done: erasure.done, total: erasure.total },
    figures: [
      { label: "Bookings", value: String(total) },
      { label: "Ahead", value: String(upcoming) },
      { label: "Visits", value: String(by_status.completed ?? 0) },
      { label: "No-shows", value: String(by_status.no_show ?? 0) },
      { label: "First booking", value: first_starts_at === null ? "None" : day.format(new Date(first_starts_at)) },
    ],
    bookings: describeBookings(found.data, services, calendar),
    has_more: found.page.has_more,
    may_edit: hasRole(actor, "staff") && stands,
    may_erase: hasRole(actor, "admin") && stands,
  };
}

function noPage(error: unknown): never {
  throw error instanceof AppError && error.code === "not_found" ? pageError(404, error.message) : error;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const id = params.id!; // the route's own name
  const path = `/dashboard/customers/${id}`;
  return submit(request, CustomerForm, async (form) => {
    if (form.intent === "edit")
      return orConflict(form, async () => {
        const saved = await applyCustomerForm(actor, id, form);
        return redirectWith(path, `Saved ${isolate(saved.name)}. Past bookings keep what was true then.`);
      });
    const applied = await applyCustomerForm(actor, id, form);
    const [name, other] = [isolate(applied.name), isolate(applied.other ?? "")];
    if (form.intent === "erase")
      return redirectWith(
        path,
        "The name is gone. Everything else about them is being erased; the bookings and their figures stay.",
      );
    if (form.intent === "unmerge")
      return redirectWith(dashboardPath(form.to, path), `${other} is a customer of their own again.`);
    const undo = { action: path, fields: { intent: "unmerge", from_id: form.from_id } };
    return redirectWith(path, `Merged ${other} into ${name}.`, undo);
  });
}

export default function CustomerRoute() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer && "result" in answer ? answer.result : undefined;
  const conflict = answer && "conflict" in answer ? answer.conflict : null;
  const typed = conflict ?? refusal?.initialValue ?? null;
  return <CustomerPage {...shown} problems={refusal?.error ?? {}} typed={typed} is_conflict={conflict !== null} />;
}

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Booking } from "~/contract/bookings";
import { LocalDate } from "~/contract/common";
import { PaymentFilter } from "~/contract/payments";
import { MessageFilter } from "~/contract/email";
import { ResourceFilter } from "~/contract/resources";
import type { AvailableSlot } from "~/contract/slots";
import { DeliveryFilter } from "~/contract/webhooks";
import { getBookingMoney, getRefundablePayments } from "~/domain/bookings/booking-money.server";
import { moverOf } from "~/domain/bookings/booking-status";
import { getBooking, previewCancellation } from "~/domain/bookings/get-booking.server";
import { approvalAsksPayment } from "~/domain/bookings/payment-after-approval.server";
import { removeTestBooking } from "~/domain/bookings/remove-test-booking.sql.server";
import { getCustomer } from "~/domain/customers/list-customers.server";
import { applyBookingForm } from "./apply-booking-form.server";
import type { BookingForm } from "~/ui/booking/booking-forms";
import { BookingPageForm } from "./booking-page-form";
import { bookingActions } from "~/domain/bookings/booking-actions";
import { guestMailOf } from "~/domain/email/guest-mail.server";
import { listMessages } from "~/domain/email/messages.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listPayments } from "~/domain/payments/list-payments.server";
import { makePayLink } from "~/domain/payments/make-pay-link.server";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { findFreeSlots } from "~/domain/slots/free-slots.server";
import { listDeliveries } from "~/domain/webhooks/deliveries.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf, type PageCalendar } from "~/http/page-calendar.server";
import { pageError, requireActor, submit } from "~/http/page.server";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { formatMoney } from "~/lib/money";
import { dayLabel } from "~/ui/booking/booking-lines";
import { BookingPanel } from "~/ui/booking/booking-panel";
import {
  type BookingRefusal,
  type BookingView,
  cancellationWords,
  deliveryLines,
  describeBooking,
  editValuesOf,
  mailLines,
  type MoveChoices,
  PANELS,
  refundChoices,
  valuesOf,
  visitsOf,
} from "~/ui/booking/booking-view";
import { servicesIn } from "~/ui/booking/history-lines";
import { doneWords, mailedEvent, undoFields } from "./done-words";
import { timeChoices } from "~/ui/booking/time-choices";
import { disputeLine } from "~/ui/booking/payment-words";
import { instantWriter } from "~/ui/when";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.line.customer.name ?? "Booking"} · Booking Service` },
];

/** Money came in, and some of it is still there. */
const PAID = new Set<Booking["payment_status"]>(["paid", "partially_refunded"]);

export async function loader({ request, params }: LoaderFunctionArgs): Promise<BookingView> {
  const actor = await requireActor(request);
  const id = params.id!; // the route's own name
  const asked = new URL(request.url).searchParams;
  const booking = await orNoPage(getBooking(actor, id, true));
  const isStaff = hasRole(actor, "staff");
  const calendar = calendarOf(actor);
  const show = isStaff ? (PANELS.find((panel) => panel === asked.get("show")) ?? null) : null;
  const [services, customer, money, payments, mails, deliveries, cancellation, taken, pay_link, approval_asks] =
    await Promise.all([
      scheduleNames(actor.tenant.id, [booking.schedule_id, ...servicesIn(booking.history ?? [])]),
      orNull(() => getCustomer(actor, booking.customer_id)),
      hasRole(actor, "admin") ? getBookingMoney(actor, id) : null,
      hasRole(actor, "admin") ? getRefundablePayments(actor, id) : null,
      isStaff ? listMessages(actor, MessageFilter.parse({ booking_id: id, limit: 10 })) : null,
      hasRole(actor, "admin") ? listDeliveries(actor, DeliveryFilter.parse({ booking_id: id, limit: 10 })) : null,
      show === "cancel" ? previewCancellation(actor, id) : null,
      hasRole(actor, "admin") ? listPayments(actor, PaymentFilter.parse({ booking_id: id, limit: 10 })) : null,
      isStaff ? payLinkOf(actor, booking) : null,
      approvalAsksPayment(actor, booking),
    ]);
  const words = money?.currency && formatMoney(money.refundable, money.currency, calendar.locale);
  return {
    ...describeBooking({ booking, services, calendar }),
    visits: customer && visitsOf(customer),
    mails: mailLines(mails?.data ?? []),
    deliveries: deliveryLines(deliveries?.data ?? [], instantWriter(calendar)),
    ...bookingActions(actor, booking, clock.now()),
    may_edit: isStaff,
    pay_link,
    disputes: (taken?.data ?? []).flatMap((payment) =>
      payment.disputes.map((one) => disputeLine(one, calendar.locale, instantWriter(calendar))),
    ),
    may_write_off: hasRole(actor, "admin") && PAID.has(booking.payment_status) && booking.balance_amount !== 0,
    approval_asks,
    refundable:
      money?.currency && words && money.refundable > 0
        ? { amount: money.refundable, words, currency: money.currency }
        : null,
    refund_payments: refundChoices(payments ?? [], asked.get("payment"), calendar.locale, instantWriter(calendar)),
    cancellation: cancellation && cancellationWords(cancellation, PAID.has(booking.payment_status), calendar.locale),
    show,
    move: show === "move" ? await readMoveChoices(actor, booking, asked, calendar) : null,
  };
}

/** The link by which the guest pays; null where nothing can be paid online. */
async function payLinkOf(actor: UserActor, { id, price_amount, status, payment_status, customer }: Booking) {
  const mayBeOwed =
    (status === "pending" || status === "confirmed") && price_amount !== null && !PAID.has(payment_status);
  if (!mayBeOwed || !actor.tenant.takes_payments) return null;
  try {
    const { url } = await makePayLink(actor, id, { send: false }, null);
    return { url, may_mail: customer.email !== null };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** What this person may not see is left out. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

const FIRST = 6;

/**
 * Where the booking could go: the first free times of its service, and those of a day that was asked for. On a resource that has none of
 * them, the times of other services, which say so.
 */
async function readMoveChoices(
  actor: UserActor,
  booking: Booking,
  asked: URLSearchParams,
  calendar: PageCalendar,
): Promise<MoveChoices> {
  const { data: resources } = await listResources(actor, ResourceFilter.parse({ active: "true", limit: 100 }));
  const resource_id = resources.find(({ id }) => id === asked.get("resource_id"))?.id ?? booking.resource_id;
  const day = LocalDate.safeParse(asked.get("day")).data ?? "";
  const query = { resource_id: [resource_id], party_size: booking.party_size };
  const find = async (range: { from?: string; to?: string }) => {
    const slots = (await orNull(() => findFreeSlots(actor, { ...query, ...range }))) ?? [];
    const others = slots.filter(({ id }) => id !== booking.slot_id);
    const own = others.filter(({ schedule_id }) => schedule_id === booking.schedule_id);
    const isElsewhere = resource_id !== booking.resource_id;
    return own.length > 0 || (booking.schedule_id !== null && !isElsewhere) ? own : others;
  };
  const [first, onDay] = await Promise.all([find({}), day === "" ? null : find({ from: day, to: day })]);
  const services = await scheduleNames(
    actor.tenant.id,
    [...first, ...(onDay ?? [])].map(({ schedule_id }) => schedule_id),
  );
  const names = {
    resources: new Map(resources.map(({ id, name }) => [id, name])),
    services: new Map(services.map(({ id, name }) => [id, name])),
    service: booking.schedule_id,
  };
  return {
    first: timeChoices(first.slice(0, FIRST), names, calendar),
    on_day: onDay && { day, label: dayLabel(day, calendar), choices: timeChoices(onDay, names, calendar) },
    day,
    today: calendar.today,
    resource_id,
    resources: resources.map(({ id, name }) => ({ id, name })),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const id = params.id!; // the route's own name
  const calendar = calendarOf(actor);
  return submit(request, BookingPageForm, async (form) => {
    const path = `/dashboard/bookings/${id}`;
    if (form.intent === "remove_test") {
      await removeTestBooking(actor, id);
      return redirectWith(dashboardPath(form.to, "/dashboard"), "The test booking is gone.");
    }
    if (form.intent === "pay_link") {
      const { sent_to } = await makePayLink(actor, id, { send: true }, null);
      return redirectWith(dashboardPath(form.to, path), `Sent the payment link to ${sent_to ?? "the guest"}.`);
    }
    try {
      const done = await applyBookingForm(actor, id, form);
      const fields = undoFields(form, done, moverOf(actor));
      const event = mailedEvent(form, done);
      const mail = event === null ? null : await guestMailOf(actor.tenant.id, id, event);
      return redirectWith(
        dashboardPath(form.to, path),
        doneWords(form, done, mail, calendar),
        fields && { action: path, fields },
      );
    } catch (error) {
      const help = error instanceof AppError ? await helpWith(actor, id, form, error, calendar) : null;
      if (help === null) throw error;
      return data(help, { status: 409 });
    }
  });
}

/** What a refusal offers besides its words: other times, or what the booking holds by now beside what was typed. */
async function helpWith(
  actor: UserActor,
  id: string,
  form: BookingForm,
  error: AppError,
  calendar: PageCalendar,
): Promise<BookingRefusal | null> {
  if (error.code === "not_found") throw pageError(404, error.message);
  const refused = (message: string) => ({ result: { status: "error" as const, error: { "": [message] } } });
  if (error.code === "version_conflict" && form.intent === "edit") {
    const current = await getBooking(actor, id);
    return {
      ...refused("Someone else changed this booking while you were typing. Compare, then save again."),
      conflict: { typed: valuesOf(form), now: editValuesOf(current), version: current.version },
    };
  }
  const alternatives = error.extra.details?.alternatives as AvailableSlot[] | undefined; // as findAlternatives gave them
  if (error.code !== "slot_unavailable" || alternatives === undefined) return null;
  const { data: resources } = await listResources(actor, ResourceFilter.parse({ limit: 100 }));
  const names = { resources: new Map(resources.map((one) => [one.id, one.name])), services: new Map() };
  return { ...refused(error.message), alternatives: timeChoices(alternatives, names, calendar) };
}

export default function BookingPage() {
  const view = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return <BookingPanel view={view} sent={sent} />;
}

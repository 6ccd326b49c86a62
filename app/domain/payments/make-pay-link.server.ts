import type { NewPayLink, PayLink } from "~/contract/pay-link";
import { AppError, invalidField } from "~/lib/app-error";
import { idempotentTransaction, type IdempotencyTicket } from "~/lib/idempotency.server";
import { writeAudit } from "../audit/write-audit.server";
import { dueNowOf } from "../bookings/read/balance";
import { payUrl } from "../bookings/links/pay-link.server";
import { dueNowQuote } from "../bookings/read/quote-of-booking";
import { checkExpected } from "../quotes/quote";
import { withLockedBooking } from "../bookings/change/with-locked-booking.server";
import { queueMail } from "../email/queue-message.server";
import { seesContacts, type StaffActor } from "../identity/actor";
import { findPayableConnection } from "./connections.sql.server";
import { checkMode, checkPayable } from "./create-checkout.server";
import { checkDuePayable } from "./payable.server";

/**
 * The link with which a guest pays an unpaid booking: it opens the checkout when followed, so it
 * works as long as the booking can be paid. With `send` the guest is emailed. Throws not_found,
 * booking_not_payable, hold_expired, not_connected, amount_below_minimum, validation_failed (the
 * guest has no email address), price_changed.
 */
export async function makePayLink(
  actor: StaffActor,
  id: string,
  { send, expected_amount }: NewPayLink,
  ticket: IdempotencyTicket | null,
): Promise<PayLink> {
  return idempotentTransaction(ticket, (db) =>
    withLockedBooking(db, actor, id, { seats: false }, async (booking) => {
      checkPayable(booking);
      const { row, customer } = booking.loaded;
      const { tenant_id, customer_email, currency } = row;
      checkExpected(expected_amount, dueNowQuote(booking.loaded));
      const connection = await findPayableConnection(db, tenant_id);
      if (connection === null)
        throw new AppError("not_connected", "No payment account is connected that takes payments.");
      checkMode(row, connection);
      checkDuePayable(dueNowOf(row), currency);
      const url = payUrl(row, undefined);
      if (!send) return { url, sent_to: null };
      if (customer_email === null)
        throw invalidField("send", "This guest has no email address. Copy the link instead.");
      const locale = customer.locale ?? actor.tenant.locale;
      const mail = {
        tenant_id,
        kind: "payment_request",
        audience: "customer",
        recipient: customer_email,
        locale,
      } as const;
      await queueMail(db, { ...mail, booking_id: row.id });
      await writeAudit(db, actor, {
        action: "payment.link_sent",
        entity: "booking",
        entity_id: row.id,
      });
      return { url, sent_to: seesContacts(actor) ? customer_email : null };
    }),
  );
}

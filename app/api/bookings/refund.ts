import { payments } from "~/contract/payments";
import { refundBooking } from "~/domain/payments/refund-booking.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(payments.refund, ({ actor, params, body, ticket }) =>
    refundBooking(actor, params.id, body, ticket),
  ),
);
export const loader = route.loader;
export const action = route.action;

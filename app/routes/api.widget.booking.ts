import { widget } from "~/contract/widget";
import { createWidgetBooking } from "~/domain/bookings/create-widget-booking.server";
import { offerStatement } from "~/domain/bookings/find-offer.sql.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(
    widget.book,
    ({ actor, body, ticket, db }) => createWidgetBooking(actor, body, ticket, db),
    (tenantId, { body }) => offerStatement(tenantId, body, body.customer.email),
  ),
);
export const loader = route.loader;
export const action = route.action;

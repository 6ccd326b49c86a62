import { widget } from "~/contract/widget";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(widget.book, ({ actor, body, ticket }) => createWidgetBooking(actor, body, ticket)),
);
export const loader = route.loader;
export const action = route.action;

import { MAX_DAYS_FOR_VISITORS } from "~/contract/limits";
import { widget } from "~/contract/widget";
import { chooseConfiguration } from "~/domain/api-keys/choose-configuration.server";
import { withOpenLink } from "~/domain/booking-links/open-link.server";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { answerWidgetConfig } from "~/domain/widgets/answer-widget-config.server";
import { createGuestCourse } from "~/domain/widgets/create-guest-course.server";
import { createGuestSeries } from "~/domain/widgets/create-guest-series.server";
import { createGuestVisit, findGuestVisitTimes } from "~/domain/widgets/guest-visit.server";
import { previewGuestSeries } from "~/domain/widgets/plan-guest-series.server";
import { readGuestCourse } from "~/domain/widgets/read-guest-course.server";
import { readCardTerms } from "~/domain/widgets/read-card-terms.server";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { bind } from "~/http/api.server";
import { withETag } from "~/http/etag.server";

const tagOf = (request: Request) => request.headers.get("If-None-Match");

export default bind(widget, {
  availability: async ({ actor, query: { config_id, booking_link_token, ...query }, request }) => {
    const by = await withOpenLink(await chooseConfiguration(actor, config_id), booking_link_token);
    return withETag(await readAvailability(by, query, MAX_DAYS_FOR_VISITORS, tagOf(request)));
  },
  config: async ({ actor, query, request }) => {
    const answer = await answerWidgetConfig(actor, query, request.headers.get("If-None-Match"));
    return withETag(answer, answer.max_age_seconds);
  },
  cardTerms: ({ actor, query }) => readCardTerms(actor, query),
  book: ({ actor, body, ticket, client }) =>
    createWidgetBooking(actor, body, ticket, client.ip ?? null),
  planSeries: ({ actor, body }) => previewGuestSeries(actor, body),
  bookSeries: ({ actor, body, ticket }) => createGuestSeries(actor, body, ticket),
  visitTimes: ({ actor, body }) => findGuestVisitTimes(actor, body),
  bookVisit: ({ actor, body, ticket }) => createGuestVisit(actor, body, ticket),
  course: ({ actor, query }) => readGuestCourse(actor, query),
  bookCourse: ({ actor, body, ticket }) => createGuestCourse(actor, body, ticket),
});

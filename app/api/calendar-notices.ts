import { calendarNotices } from "~/contract/calendar-notices";
import {
  receiveGoogleNotice,
  receiveMicrosoftNotices,
} from "~/domain/calendars/receive-notices.server";
import { bind } from "~/http/api.server";
import { jsonResponse } from "~/http/json-response.server";

export default bind(calendarNotices, {
  receiveGoogle: ({ request }) => receiveGoogleNotice(request.headers),
  receiveMicrosoft: async ({ query, body, raw }) => {
    // The unsigned handshake of a new subscription: its token is returned as text, with no other
    // effect.
    if (query.validationToken !== undefined && raw.length === 0)
      return new Response(query.validationToken, {
        headers: {
          "Content-Type": "text/plain; charset=utf-8",
          "X-Content-Type-Options": "nosniff",
        },
      });
    await receiveMicrosoftNotices(body);
    return jsonResponse(202, JSON.stringify({ received: true }), {});
  },
});

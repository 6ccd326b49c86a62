import type { LoaderFunctionArgs } from "@remix-run/node";
import { guestIcs } from "~/domain/manage/guest-ics.server";
import { openManageLink } from "~/domain/manage/open-manage-link.server";
import { edgeOf } from "~/http/context";

const headers = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer" };

/** A guest's booking as a file for their calendar. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  const link = await openManageLink(params["token"] ?? "", edgeOf(context).request_id ?? null);
  if (link === null) return new Response("There is no such booking.\n", { status: 404, headers });
  return new Response(guestIcs(link), {
    headers: {
      ...headers,
      "Content-Type": "text/calendar; charset=utf-8; method=PUBLISH",
      "Content-Disposition": 'attachment; filename="booking.ics"',
    },
  });
}

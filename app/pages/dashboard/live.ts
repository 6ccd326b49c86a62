import type { LoaderFunctionArgs } from "@remix-run/node";
import { watchChanges } from "~/domain/change-feed/watch-changes.server";
import { liveStream } from "~/http/live-stream.server";
import { requireActor } from "~/http/page.server";

/** Streams changes to open dashboard pages: only ids this person may see. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const actor = await requireActor(request);
  return liveStream({
    person: actor.account_id,
    watch: (send, end) => watchChanges(actor, send, end),
    signal: request.signal,
  });
}

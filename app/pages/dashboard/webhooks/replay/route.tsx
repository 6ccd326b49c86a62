import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { replayRange } from "~/domain/webhooks/replay.server";
import { redirectWith } from "~/http/flash.server";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { plural, t } from "~/i18n/text";
import { readReplayRange, ReplayForm } from "../webhook-forms";
import { loadReplay } from "./load.server";
import { ReplayPage } from "./replay-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Replay")} · Booking Service` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadReplay(await requireActor(request, "admin"), pageId(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  return submit(request, ReplayForm, async (form) => {
    const { queued } = await replayRange(actor, id, readReplayRange(form, actor.tenant.time_zone));
    const words =
      queued === 0
        ? t("No events to send in this range.")
        : plural(queued, "Replaying {{count}} event.", "Replaying {{count}} events.");
    return redirectWith(`/dashboard/webhooks/${id}/replay`, words);
  });
}

export default function Replay() {
  return (
    <ReplayPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getPreferences, updatePreferences } from "~/domain/email/preferences.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { readTicks, WhoForm } from "../mail-forms";
import { loadWhoIsMailed } from "./load.server";
import { t } from "~/i18n/text";
import { WhoPage } from "./who-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [
  { title: `${t("Who gets which email")} · Booking Service` },
];

const PATH = "/dashboard/mail/who";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadWhoIsMailed(await requireActor(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, WhoForm, async ({ on }) => {
    const changes = readTicks(on, await getPreferences(actor));
    if (Object.keys(changes).length === 0) return redirectWith(PATH, t("Nothing changed."));
    await updatePreferences(actor, changes);
    return redirectWith(PATH, t("Saved who gets which email."));
  });
}

export default function WhoIsMailed() {
  return <WhoPage {...useLoaderData<typeof loader>()} />;
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { endBookingLink } from "~/domain/booking-links/booking-links.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { EndLinkForm } from "./link-forms";
import { LINKS_PATH, LinksPage } from "./links-page";
import { loadLinks } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Booking links")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadLinks(await requireActor(request, "staff"), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, EndLinkForm, async ({ id }) => {
    await endBookingLink(actor, id);
    return redirectWith(LINKS_PATH, t("Link ended. Nobody can book with it any more."));
  });
}

export default function BookingLinks() {
  return (
    <LinksPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}

import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { ConnectCalendars } from "~/contract/calendar-connections";
import { beginConnect } from "~/domain/calendars/connect-account.server";
import { CALENDARS_SLOT, redirectToProvider } from "~/http/connect-redirect.server";
import { requireActor } from "~/http/page.server";
import { AppError } from "~/lib/app-error";
import { CALENDARS_PATH } from "./paths";

/** Redirects to the provider's consent page, or back to the list with an error. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const query = ConnectCalendars.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) throw redirect(CALENDARS_PATH);
  try {
    return redirectToProvider(CALENDARS_SLOT, await beginConnect(actor, query.data));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw redirect(`${CALENDARS_PATH}?connect_error=${error.code}`);
  }
}

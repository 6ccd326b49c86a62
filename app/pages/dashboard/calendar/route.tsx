import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { applyMoveForm } from "./apply.server";
import { CalendarPage } from "./calendar-page";
import { calendarOnly } from "./calendar-query";
import { loadCalendar } from "./load.server";
import { MoveForm } from "./move-form";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Calendar")} · Booking Service` }];

/** Opening and closing a drawer reloads nothing. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args;
  const isOverAlone =
    calendarOnly(currentUrl) === calendarOnly(nextUrl) && currentUrl.search !== nextUrl.search;
  return isOverAlone && formMethod === undefined ? false : defaultShouldRevalidate;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return loadCalendar(
    actor,
    new URL(request.url).searchParams,
    isPhone(request.headers) ? "agenda" : "day",
  );
}

/** Phones, detected by client hint or user agent, default to the list view. */
function isPhone(headers: Headers): boolean {
  const hint = headers.get("Sec-CH-UA-Mobile");
  return hint === null ? /\bMobile?\b/.test(headers.get("User-Agent") ?? "") : hint === "?1";
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, MoveForm, (form) => applyMoveForm(actor, form));
}

export default function CalendarRoute() {
  return <CalendarPage {...useLoaderData<typeof loader>()} />;
}

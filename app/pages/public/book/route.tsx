import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openBookingPage } from "~/domain/widgets/open-booking-page.server";
import { checkPublicCsrf } from "~/http/csrf.server";
import { guestPageHeaders } from "~/http/guest-headers.server";
import { openGuest, readGuestForm } from "~/http/guest-request.server";
import { ERROR_STYLE, GuestError, guestErrorMeta } from "~/ui/guest-page/guest-error";
import { manageTexts } from "~/ui/guest-page/manage-language";
import type { PageHandle } from "~/ui/page-handle";
import { answerCourseForm, answerForm } from "./answer-form.server";
import { BookPage, type BookPageData, metaOf, styleOf } from "./book-page";
import { readerLocale } from "./book-language";
import { linkOf, serviceOf } from "./booking-page-choice";
import { showBooked, showMissing, showStep } from "./show.server";
import { bad, viewOf } from "./view.server";
import { alsoIds } from "./visit-parts";

// The public booking page. Works with links and one form; with scripts, the widget replaces them.

export const handle: PageHandle<BookPageData> = {
  scripts: false,
  locale: (page, request) => page?.locale ?? readerLocale(request),
  style: (page) => (page === undefined ? ERROR_STYLE : styleOf(page)),
  // With scripts the widget polls by itself, and a refresh would interrupt it.
  refresh: (page) => (page.step === "booked" ? page.known.again : null),
};
export const headers = guestPageHeaders(ERROR_STYLE);
export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  data ? metaOf(data) : guestErrorMeta(error);

const open = (args: LoaderFunctionArgs | ActionFunctionArgs) =>
  openGuest(args, (slug, requestId, query) =>
    openBookingPage(slug, requestId, serviceOf(query), linkOf(query), alsoIds(query)),
  );

export async function loader(args: LoaderFunctionArgs) {
  const guest = await open(args);
  if (guest === null) return showMissing(args.request);
  return (await showBooked(guest)) ?? showStep(viewOf(guest), null, 200);
}

export async function action(args: ActionFunctionArgs) {
  const guest = await open(args);
  if (guest === null) return showMissing(args.request);
  const view = viewOf(guest);
  const t = manageTexts(view.locale);
  const form = await readGuestForm(guest.request, checkPublicCsrf);
  if (form === null) return showStep(view, bad(t.error_unknown), 400);
  const { service, time, course } = view.choice;
  if (service !== null && course) return answerCourseForm(view, service, form);
  if (service === null || time === null) return showStep(view, bad(t.error_taken), 409);
  return answerForm({ ...view, service, time }, form);
}

export default function Book() {
  const loaded = useLoaderData<typeof loader>();
  return <BookPage page={useActionData<typeof action>() ?? loaded} />;
}

export { GuestError as ErrorBoundary };

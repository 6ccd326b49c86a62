import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { leaveByLink, openWaitingLink } from "~/domain/waitlist/open-waiting-link.server";
import { checkGuestCsrf } from "~/http/csrf.server";
import { guestPageHeaders } from "~/http/guest-headers.server";
import { openGuest, readGuestForm } from "~/http/guest-request.server";
import { tokenPageHeaders } from "~/http/security-headers.server";
import { ERROR_STYLE, GuestError, guestErrorMeta } from "~/ui/guest-page/guest-error";
import { guestHandle, guestMeta } from "~/ui/guest-page/guest-layout";
import { manageTexts } from "~/ui/guest-page/manage-language";
import { showMissing, showWaiting } from "./load.server";
import { WaitingPage, waitingTitle } from "./waiting-page";

// The link in the email about a waiting list. Mail programs and scanners open links, so a GET only
// shows the place and the form gives it up.

export const handle = guestHandle;
export const headers = guestPageHeaders(ERROR_STYLE);
export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  if (!data) return guestErrorMeta(error);
  const { view, frame } = data;
  const title =
    view === null ? manageTexts(frame.locale).not_found_title : waitingTitle(view, frame.locale);
  return guestMeta(title, frame);
};

export async function loader(args: LoaderFunctionArgs) {
  const opened = await openGuest(args, openWaitingLink);
  return opened === null ? showMissing(args.request) : showWaiting(opened.subject, args.request);
}

export async function action(args: ActionFunctionArgs) {
  const opened = await openGuest(args, openWaitingLink);
  if (opened === null) return showMissing(args.request);
  const { request, subject, url } = opened;
  const form = await readGuestForm(request, checkGuestCsrf);
  if (form === null) return showWaiting(subject, request, 400);
  await leaveByLink(subject);
  throw redirect(url.pathname, { status: 303, headers: tokenPageHeaders });
}

export default function Waiting() {
  const loaded = useLoaderData<typeof loader>();
  return <WaitingPage page={useActionData<typeof action>() ?? loaded} />;
}

export { GuestError as ErrorBoundary };

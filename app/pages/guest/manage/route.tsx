import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { countLinkUse, openManageLink } from "~/domain/guest-page/open-manage-link.server";
import { checkGuestCsrf } from "~/http/csrf.server";
import { guestPageHeaders } from "~/http/guest-headers.server";
import { openGuest, readGuestForm } from "~/http/guest-request.server";
import { tokenPageHeaders } from "~/http/security-headers.server";
import { AppError } from "~/lib/app-error";
import { ERROR_STYLE, GuestError, guestErrorMeta } from "~/ui/guest-page/guest-error";
import { guestHandle, guestMeta } from "~/ui/guest-page/guest-layout";
import { applyGuestForm } from "./apply.server";
import { loadGuestPage, loadRefused, viewOfForgery } from "./load.server";
import { ManagePage, titleOf } from "./manage-steps";
import { showGuest, showMissing } from "./view.server";

// The guest page. It opens from an email on any phone, and its URL is a secret that must not reach
// scripts, caches or referrers.

export const handle = guestHandle;
export const headers = guestPageHeaders(ERROR_STYLE);
export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  data ? guestMeta(titleOf(data), data.frame) : guestErrorMeta(error);

export async function loader(args: LoaderFunctionArgs) {
  const guest = await openGuest(args, openManageLink);
  return guest === null ? showMissing(args.request) : showGuest(await loadGuestPage(guest));
}

export async function action(args: ActionFunctionArgs) {
  const guest = await openGuest(args, openManageLink);
  if (guest === null) return showMissing(args.request);
  const form = await readGuestForm(guest.request, checkGuestCsrf);
  if (form === null) return showGuest(viewOfForgery(guest));
  let done: string;
  try {
    await countLinkUse(guest.subject.actor);
    done = await applyGuestForm(guest.subject, form);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return showGuest(await loadRefused(guest, error, form));
  }
  throw redirect(`${guest.url.pathname}?done=${done}`, { status: 303, headers: tokenPageHeaders });
}

export default function Manage() {
  const loaded = useLoaderData<typeof loader>();
  return <ManagePage page={useActionData<typeof action>() ?? loaded} />;
}

export { GuestError as ErrorBoundary };

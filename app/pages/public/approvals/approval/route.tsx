import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { StatusChange } from "~/contract/booking-inputs";
import { decideByLink } from "~/domain/approvals/decide-by-link.server";
import { openApprovalLink } from "~/domain/approvals/open-approval-link.server";
import { checkGuestCsrf } from "~/http/csrf.server";
import { guestPageHeaders } from "~/http/guest-headers.server";
import { openGuest, readGuestForm } from "~/http/guest-request.server";
import { tokenPageHeaders } from "~/http/security-headers.server";
import { AppError } from "~/lib/app-error";
import { ERROR_STYLE, GuestError, guestErrorMeta } from "~/ui/guest-page/guest-error";
import { guestHandle, guestMeta } from "~/ui/guest-page/guest-layout";
import { ApprovalPage, NoSuchLink, titleOf } from "./approval-page";
import { showApproval, showMissing } from "./load.server";

// Target of the links in approval emails. Mail programs and scanners open links, so a GET only asks
// and the form decides.

export const handle = guestHandle;
export const headers = guestPageHeaders(ERROR_STYLE);
export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  data ? guestMeta(titleOf(data.view), data.frame) : guestErrorMeta(error);

export async function loader(args: LoaderFunctionArgs) {
  const opened = await openGuest(args, openApprovalLink);
  return opened === null ? showMissing(args.request) : showApproval(opened.subject);
}

export async function action(args: ActionFunctionArgs) {
  const opened = await openGuest(args, openApprovalLink);
  if (opened === null) return showMissing(args.request);
  const { request, subject, url, reopen } = opened;
  const form = await readGuestForm(request, checkGuestCsrf);
  if (form === null) return showApproval(subject, { status: 400, problem: "forged" });
  const reason = StatusChange.shape.reason.safeParse(form.get("reason")?.trim() || undefined);
  if (!reason.success) return showApproval(subject, { status: 422, problem: "reason" });
  try {
    await decideByLink(subject, reason.data);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const now = await reopen();
    if (now === null) return showMissing(request);
    const headers = error.extra.headers ?? {};
    return showApproval(now, { status: error.status, problem: "failed", headers });
  }
  throw redirect(url.pathname, { status: 303, headers: tokenPageHeaders });
}

export default function Approval() {
  const loaded = useLoaderData<typeof loader>();
  const { frame, view, problem } = useActionData<typeof action>() ?? loaded;
  if (view === null) return <NoSuchLink frame={frame} />;
  return <ApprovalPage frame={frame} view={view} problem={problem} />;
}

export { GuestError as ErrorBoundary };

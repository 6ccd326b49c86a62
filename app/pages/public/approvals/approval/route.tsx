import { StatusChange } from "~/contract/booking-inputs";
import { decideByLink } from "~/domain/approvals/decide-by-link.server";
import {
  type OpenedApproval,
  openApprovalLink,
} from "~/domain/approvals/open-approval-link.server";
import { guestPage } from "~/http/guest-page.server";
import { AppError } from "~/lib/app-error";
import { answerApproval, answerMissing } from "./answer.server";

// Target of the links in approval emails. Mail programs and scanners open links, so a GET only asks
// and the form decides. A script-free document like the guest page.

const route = guestPage<OpenedApproval>({
  open: openApprovalLink,
  missing: answerMissing,
  show: async ({ subject }) => answerApproval(subject, { status: 200 }),
  refuse: async ({ subject }) => answerApproval(subject, { status: 400, problem: "forged" }),
  change: async ({ request, subject, url, reopen }, form) => {
    const reason = StatusChange.shape.reason.safeParse(form.get("reason")?.trim() || undefined);
    if (!reason.success) return answerApproval(subject, { status: 422, problem: "reason" });
    try {
      await decideByLink(subject, reason.data);
      return new Response(null, { status: 303, headers: { Location: url.pathname } });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const now = await reopen();
      if (now === null) return answerMissing(request);
      return answerApproval(now, {
        status: error.status,
        problem: "failed",
        headers: error.extra.headers ?? {},
      });
    }
  },
});
export const loader = route.loader;
export const action = route.action;

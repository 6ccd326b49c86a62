import { data } from "@remix-run/node";
import type { OpenedApproval } from "~/domain/approvals/open-approval-link.server";
import { toGuestTenant } from "~/domain/guest-page/guest-booking";
import { secretPageHeaders } from "~/http/guest-headers.server";
import { mailLocale, memberLocale, pickLocale } from "~/i18n/locales";
import { isPaymentTest } from "~/lib/payment-test.server";
import { type Frame, guestStyle } from "~/ui/guest-page/guest-layout";
import type { Problem } from "./approval-page";
import { type ApprovalView, toApprovalView } from "./approval-view.server";

export interface ApprovalPageData {
  frame: Frame;
  /** null: the link opens nothing. */
  view: ApprovalView | null;
  /** Form error. */
  problem: Problem | null;
}

interface Answer {
  problem?: Problem;
  status?: number;
  headers?: Record<string, string>;
}

/** The booking, in the member's email language and with the email's date format. */
export function showApproval(opened: OpenedApproval, answer: Answer = {}) {
  const { tenant, language } = opened;
  const locale = mailLocale(pickLocale([memberLocale(language, tenant.locale)], "en"), tenant);
  const frame = { locale, tenant: toGuestTenant(tenant), is_test: isPaymentTest() };
  const view = toApprovalView(opened, locale);
  return pageData({ frame, view, problem: answer.problem ?? null }, answer);
}

/** For an invalid link. */
export function showMissing(request: Request) {
  const locale = pickLocale(request.headers.get("Accept-Language"), "en");
  const frame = { locale, tenant: null, is_test: false };
  return pageData({ frame, view: null, problem: null }, { status: 404 });
}

function pageData(page: ApprovalPageData, { status = 200, headers = {} }: Answer) {
  const own = secretPageHeaders(guestStyle(page.frame.tenant?.accent ?? null));
  return data(page, { status, headers: { ...headers, ...own } });
}

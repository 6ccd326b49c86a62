import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { OpenedApproval } from "~/domain/approvals/open-approval-link.server";
import { isPaymentTest } from "~/lib/payment-test.server";
import { inPageLanguage } from "~/http/page-language.server";
import { type TokenDocument, tokenDocument } from "~/http/token-document.server";
import { type LocaleTag, memberLocale, pickLocale } from "~/i18n/locales";
import { styleOf } from "~/ui/guest-page/manage-page";
import { ApprovalPage, NoSuchLink, type Problem } from "./approval-page";
import { toApprovalView } from "./approval-view.server";

interface Answer extends Pick<TokenDocument, "status" | "headers"> {
  /** Form error. */
  problem?: Problem;
}

/** Renders the page in the member's email language. */
export function answerApproval(opened: OpenedApproval, { problem, ...answer }: Answer): Response {
  const { tenant, language } = opened;
  const locale = pickLocale([memberLocale(language, tenant.locale)], "en");
  const frame = { locale, tenant, is_test: isPaymentTest() };
  const page = (
    <ApprovalPage frame={frame} view={toApprovalView(opened, locale)} problem={problem ?? null} />
  );
  return toDocument(page, locale, tenant.accent, answer);
}

/** Page for an invalid link. */
export function answerMissing(request: Request): Response {
  const locale = pickLocale(request.headers.get("Accept-Language"), "en");
  return toDocument(<NoSuchLink locale={locale} />, locale, null, { status: 404 });
}

function toDocument(
  page: ReactElement,
  locale: LocaleTag,
  accent: string | null,
  answer: Omit<Answer, "problem">,
): Response {
  const html = inPageLanguage(locale, () => `<!doctype html>${renderToStaticMarkup(page)}`);
  return tokenDocument({ ...answer, html, style: styleOf(accent) });
}

import { type MetaDescriptor, useRouteError } from "@remix-run/react";
import { pageLocale, t } from "~/i18n/text";
import { describeStatus, statusOf } from "../feedback/page-error";
import { GuestLayout, guestMeta, guestStyle } from "./guest-layout";

/** The style of a guest page that failed. Its Content-Security-Policy allows it by hash. */
export const ERROR_STYLE = guestStyle(null);

/** In the guest's language, unlike a refusal's own message. */
const describe = (error: unknown) => describeStatus(statusOf(error), null);

export const guestErrorMeta = (error: unknown): MetaDescriptor[] =>
  guestMeta(describe(error).title, { tenant: null });

/** `ErrorBoundary` of the guest pages: their limit, a lost database, a failure. */
export function GuestError() {
  const { title, message } = describe(useRouteError());
  return (
    <GuestLayout frame={{ locale: pageLocale(), tenant: null, is_test: false }}>
      <h1>{title}</h1>
      <p className="muted">{message}</p>
      <div className="actions">
        <a className="button main" href="">
          {t("Try again")}
        </a>
      </div>
    </GuestLayout>
  );
}

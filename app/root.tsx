import "./ui/theme.css";
import type { LinksFunction, MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { directionOf } from "~/i18n/locales";
import { pageLocale } from "~/i18n/text";
import { SCHEME_SCRIPT } from "~/ui/color-scheme";
import favicon from "~/ui/favicon.svg?no-inline";
import { describeError, ErrorActions } from "~/ui/feedback/page-error";
import font from "~/ui/fonts/inter.woff2";
import { LinkButton } from "~/ui/kit/button";
import { CardPage } from "~/ui/layout/card-page";
import { useNonce } from "~/ui/nonce";
import type { PageHandle } from "~/ui/page-handle";

export const links: LinksFunction = () => [
  { rel: "icon", href: favicon, type: "image/svg+xml" },
  // Fonts are always fetched in CORS mode; without crossOrigin the preload would download the font
  // twice.
  { rel: "preload", href: font, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];
export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${describeError(error).title} · Booking Service` : "Booking Service" },
];

/** Live pages without form input. Without JavaScript the browser reloads them every minute. */
const RENEWED = new Set(["/dashboard", "/dashboard/calendar"]);

/** The handle of the page, read with its data. The root's own error page has no style. */
function usePageHandle() {
  const { handle, data: loaded } = useMatches().at(-1) ?? {};
  const data = loaded ?? undefined;
  const hasFailed = useRouteError() != null;
  const { scripts, style, refresh } = (handle ?? {}) as PageHandle<unknown>;
  return {
    hasScript: scripts !== false,
    style: hasFailed ? undefined : style?.(data),
    refresh: data === undefined ? null : (refresh?.(data) ?? null),
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { pathname } = useLocation();
  const { hasScript, style, refresh } = usePageHandle();
  return (
    <html lang={pageLocale()} dir={directionOf(pageLocale())} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {hasScript && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: SCHEME_SCRIPT }}
          />
        )}
        <Meta />
        {pathname.startsWith("/dashboard") && (
          <meta
            name="description"
            content="Bookings, calendar, customers and figures of a company, for those who work there."
          />
        )}
        {RENEWED.has(pathname) && (
          <noscript>
            <meta httpEquiv="refresh" content="60" />
          </noscript>
        )}
        {refresh !== null && (
          <noscript>
            <meta httpEquiv="refresh" content={`3; url=${refresh}`} />
          </noscript>
        )}
        {style === undefined ? <Links /> : <style dangerouslySetInnerHTML={{ __html: style }} />}
      </head>
      <body>
        {children}
        {hasScript && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/**
 * Handles errors that no nested boundary catches: unknown addresses and failures outside the
 * dashboard.
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const { title, message } = describeError(error);
  return (
    <CardPage title={title}>
      <p className="m-0 mb-6 text-muted [&_strong]:text-text [&_strong]:font-semibold [&_strong]:wrap-anywhere">
        {message}
      </p>
      <ErrorActions error={error}>
        <LinkButton variant="primary" href="/" fullWidth>
          Go to the start page
        </LinkButton>
      </ErrorActions>
    </CardPage>
  );
}

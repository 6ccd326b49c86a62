import { createElement, type ReactNode } from "react";
import type { LinkState } from "~/contract/booking-links";
import type { WidgetConfig } from "~/contract/widget";
import { addressOf, type Choice } from "./booking-page-choice";
import type { GuestTenant } from "~/domain/guest-page/guest-booking";
import { directionOf, localeOf } from "~/i18n/locales";
import { fill } from "~/ui/guest-page/manage-language";
import { ContactLine, styleOf, TestMode } from "~/ui/guest-page/manage-page";
import { bookTexts, languages } from "./book-language";
import { bookStyle } from "./book-style";

type Theme = WidgetConfig["branding"]["theme"];

export interface BookFrame {
  locale: string;
  tenant: GuestTenant;
  choice: Choice;
  /** Canonical absolute URL, without choices. */
  canonical: string;
  /** The widget's publishable key. */
  key: string;
  theme: Theme;
  is_indexed: boolean;
  /** Payments are simulated on this server. */
  is_test: boolean;
  /** URL to load after three seconds if scripts are disabled; null for none. */
  again?: string | null;
}

/** The page's entire CSS; its Content-Security-Policy allows it by hash. */
export const bookStyleOf = (accent: string | null, theme: Theme): string =>
  inTheme(`${styleOf(accent)}\n${bookStyle}`, theme);

/** Makes dark colours follow the system, always apply, or never apply. */
function inTheme(style: string, theme: Theme): string {
  if (theme === "auto") return style;
  return style
    .replaceAll(
      "@media (prefers-color-scheme:dark)",
      theme === "dark" ? "@media all" : "@media not all",
    )
    .replace("color-scheme:light dark", `color-scheme:${theme}`);
}

/**
 * The public booking page: the widget, containing the same steps as links and a form for browsers
 * without scripts. The widget starts from the choices made so far.
 */
export function BookDocument({ frame, children }: { frame: BookFrame; children: ReactNode }) {
  const { locale, tenant, choice } = frame;
  const t = bookTexts(locale);
  const title = fill(t.title, { tenant: tenant.name });
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <Head
        frame={frame}
        title={title}
        description={fill(t.description, { tenant: tenant.name })}
      />
      <body className="book">
        {frame.is_test && <TestMode locale={locale} />}
        {tenant.logo_url !== null && (
          <header>
            <img src={tenant.logo_url} alt="" height={40} />
          </header>
        )}
        <main className={tenant.logo_url === null ? "alone" : undefined}>
          <h1>{title}</h1>
          {createElement(
            "booking-widget",
            {
              "publishable-key": frame.key,
              locale,
              "booking-link": choice.link ?? undefined,
              "schedule-id": choice.service?.id,
              "resource-id": choice.resource?.id,
              date: choice.date ?? undefined,
              "party-size": choice.party_size > 1 ? choice.party_size : undefined,
            },
            <div className="card">{children}</div>,
          )}
        </main>
        <footer>
          <ContactLine locale={locale} tenant={tenant} />
          <nav aria-label={t.language}>
            <ul className="languages">
              {languages.map(({ locale: lang, name }) => (
                <li key={lang}>
                  <a
                    href={addressOf(choice, { lang })}
                    lang={lang}
                    hrefLang={lang}
                    aria-current={lang === localeOf(locale) ? "true" : undefined}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </footer>
      </body>
    </html>
  );
}

function Head({
  frame,
  title,
  description,
}: {
  frame: BookFrame;
  title: string;
  description: string;
}) {
  const { tenant, canonical, locale } = frame;
  const preview = {
    "og:type": "website",
    "og:site_name": tenant.name,
    "og:title": title,
    "og:description": description,
    "og:url": canonical,
    "og:locale": locale.replace("-", "_"),
    ...(tenant.logo_url !== null && { "og:image": tenant.logo_url, "og:image:alt": tenant.name }),
  };
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={frame.theme === "auto" ? "light dark" : frame.theme} />
      {!frame.is_indexed && <meta name="robots" content="noindex" />}
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {languages.map(({ locale: lang }) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={`${canonical}?lang=${lang}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={canonical} />
      {Object.entries(preview).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary" />
      <link rel="icon" href={tenant.logo_url ?? "data:,"} />
      <style dangerouslySetInnerHTML={{ __html: bookStyleOf(tenant.accent, frame.theme) }} />
      <script src="/widget/booking-widget.js" defer />
      {frame.again && (
        // With scripts the widget polls by itself, and a refresh would interrupt it.
        <noscript>
          <meta httpEquiv="refresh" content={`3; url=${frame.again}`} />
        </noscript>
      )}
    </head>
  );
}

/** Page for an expired booking link: no widget, but a link to the listed services. */
export function LinkClosed({
  frame,
  state,
}: {
  frame: BookFrame;
  state: Exclude<LinkState, "active">;
}) {
  const { locale, tenant, canonical } = frame;
  const t = bookTexts(locale);
  const text = { used_up: t.link_used_up, expired: t.link_expired, ended: t.link_ended }[state];
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <Head frame={frame} title={fill(t.title, { tenant: tenant.name })} description={text} />
      <body className="book">
        <main>
          <div className="card">
            <h1>{t.link_closed}</h1>
            <p>{text}</p>
            <p>
              <a href={canonical}>{t.link_others}</a>
            </p>
          </div>
        </main>
        <footer>
          <ContactLine locale={locale} tenant={tenant} />
        </footer>
      </body>
    </html>
  );
}

/** Page for an unknown company. */
export function NoSuchPage({ locale }: { locale: string }) {
  const t = bookTexts(locale);
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{t.not_found_title}</title>
        <style dangerouslySetInnerHTML={{ __html: bookStyleOf(null, "auto") }} />
      </head>
      <body className="book">
        <main>
          <div className="card">
            <h1>{t.not_found_title}</h1>
            <p className="muted">{t.not_found}</p>
          </div>
        </main>
      </body>
    </html>
  );
}

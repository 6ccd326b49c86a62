import { createElement, type ReactNode } from "react";
import type { LinkState } from "~/contract/booking-links";
import type { WidgetConfig } from "~/contract/widget";
import type { GuestTenant } from "~/domain/guest-page/guest-booking";
import { type LocaleTag, localeOf } from "~/i18n/locales";
import { ContactLine, guestStyle, inlined, TestMode } from "~/ui/guest-page/guest-layout";
import { fill } from "~/ui/guest-page/manage-language";
import css from "./book.css?inline";
import { bookTexts, languages } from "./book-language";
import { addressOf } from "./booking-page-choice";
import type { Choice } from "./choice";
import { isCourseOnly } from "./course-choice";

type Theme = WidgetConfig["branding"]["theme"];

export interface BookFrame {
  locale: LocaleTag;
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
}

/** The page's whole CSS. Its Content-Security-Policy allows it by hash. */
export const bookStyle = (accent: string | null, theme: Theme): string =>
  inTheme(`${guestStyle(accent)}\n${inlined(css)}`, theme);

/** Makes dark colours follow the system, always apply, or never apply. */
function inTheme(style: string, theme: Theme): string {
  if (theme === "auto") return style;
  return style
    .replaceAll(
      /@media ?\(prefers-color-scheme: ?dark\)/g,
      theme === "dark" ? "@media all" : "@media not all",
    )
    .replace(/color-scheme: ?light dark/, `color-scheme:${theme}`);
}

/** Id of the form with the guest's input. */
export const FORM_ID = "fields";

interface BookLayoutProps {
  frame: BookFrame;
  /** Whether the page has a form with the guest's input, which a change of language keeps. */
  has_form?: boolean;
  children: ReactNode;
}

/**
 * The public booking page: the widget, containing the same steps as links and a form for browsers
 * without scripts. The widget starts from the choices made so far.
 */
export function BookLayout({ frame, has_form = false, children }: BookLayoutProps) {
  const { locale, tenant, choice } = frame;
  const t = bookTexts(locale);
  const title = fill(t.title, { tenant: tenant.name });
  const steps = <div className="card">{children}</div>;
  // Courses have only these steps.
  const isOfCourse = choice.course || (choice.service !== null && isCourseOnly(choice.service));
  return (
    <div className="book">
      {!isOfCourse && <script src="/widget/booking-widget.js" defer />}
      {frame.is_test && <TestMode locale={locale} />}
      {tenant.logo_url !== null && (
        <header>
          <img src={tenant.logo_url} alt="" height={40} />
        </header>
      )}
      <main className={tenant.logo_url === null ? "alone" : undefined}>
        <h1>{title}</h1>
        {isOfCourse
          ? steps
          : createElement(
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
              steps,
            )}
      </main>
      <footer>
        <ContactLine locale={locale} tenant={tenant} />
        <nav aria-label={t.language}>
          <ul className="languages plain flex flex-wrap gap-x-4 gap-y-1 mt-4">
            {languages.map(({ locale: lang, name }) => {
              const address = addressOf(choice, { lang });
              const isCurrent = lang === localeOf(locale) ? "true" : undefined;
              return (
                <li key={lang}>
                  {has_form ? (
                    <button
                      type="submit"
                      form={FORM_ID}
                      formAction={address}
                      formNoValidate
                      name="intent"
                      value="language"
                      lang={lang}
                      aria-current={isCurrent}
                    >
                      {name}
                    </button>
                  ) : (
                    <a href={address} lang={lang} hrefLang={lang} aria-current={isCurrent}>
                      {name}
                    </a>
                  )}
                </li>
              );
            })}
          </ul>
        </nav>
      </footer>
    </div>
  );
}

/** Why a booking link opens nothing any more. */
export function linkClosedText(state: Exclude<LinkState, "active">, locale: string): string {
  const t = bookTexts(locale);
  return { used_up: t.link_used_up, expired: t.link_expired, ended: t.link_ended }[state];
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
  return (
    <div className="book">
      <main>
        <div className="card">
          <h1>{t.link_closed}</h1>
          <p>{linkClosedText(state, locale)}</p>
          <p>
            <a href={canonical}>{t.link_others}</a>
          </p>
        </div>
      </main>
      <footer>
        <ContactLine locale={locale} tenant={tenant} />
      </footer>
    </div>
  );
}

/** Page for an unknown company. */
export function NoSuchPage({ locale }: { locale: string }) {
  const t = bookTexts(locale);
  return (
    <div className="book">
      <main>
        <div className="card">
          <h1>{t.not_found_title}</h1>
          <p className="muted">{t.not_found}</p>
        </div>
      </main>
    </div>
  );
}

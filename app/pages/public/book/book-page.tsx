import type { MetaDescriptor } from "@remix-run/react";
import type { ComponentProps } from "react";
import type { LocaleTag } from "~/i18n/locales";
import { fill } from "~/ui/guest-page/manage-language";
import { AfterCheckout } from "./after-checkout-page";
import { type BookFrame, bookStyle, LinkClosed, linkClosedText, NoSuchPage } from "./book-layout";
import { bookTexts, languages } from "./book-language";
import { TimeChoice } from "./choose-page";
import { CodeEntry, Details } from "./details-page";
import { ServiceChoice } from "./service-list";
import { AddingService } from "./visit-fields";
import { ClassChoice } from "./timetable";
import { OnWaitingList, WaitingDetails } from "./waiting-page";

type PropsOf<Page extends (props: never) => unknown> = Omit<
  ComponentProps<Page extends (props: infer P) => JSX.Element ? (props: P) => JSX.Element : never>,
  "frame"
>;

/** The step that the page shows. */
export type BookStep =
  | ({ step: "services" } & PropsOf<typeof ServiceChoice>)
  | ({ step: "classes" } & PropsOf<typeof ClassChoice>)
  | ({ step: "adding" } & PropsOf<typeof AddingService>)
  | ({ step: "times" } & PropsOf<typeof TimeChoice>)
  | ({ step: "details" } & PropsOf<typeof Details>)
  | ({ step: "waiting" } & PropsOf<typeof WaitingDetails>)
  | ({ step: "on_list" } & PropsOf<typeof OnWaitingList>)
  | ({ step: "code" } & PropsOf<typeof CodeEntry>)
  | ({ step: "booked" } & PropsOf<typeof AfterCheckout>)
  | ({ step: "closed" } & PropsOf<typeof LinkClosed>);

export type BookPageData =
  { step: "missing"; locale: LocaleTag } | (BookStep & { frame: BookFrame; locale: LocaleTag });

export function BookPage({ page }: { page: BookPageData }) {
  switch (page.step) {
    case "missing":
      return <NoSuchPage locale={page.locale} />;
    case "services":
      return <ServiceChoice {...page} />;
    case "classes":
      return <ClassChoice {...page} />;
    case "adding":
      return <AddingService {...page} />;
    case "times":
      return <TimeChoice {...page} />;
    case "details":
      return <Details {...page} />;
    case "waiting":
      return <WaitingDetails {...page} />;
    case "on_list":
      return <OnWaitingList {...page} />;
    case "code":
      return <CodeEntry {...page} />;
    case "booked":
      return <AfterCheckout {...page} />;
    case "closed":
      return <LinkClosed {...page} />;
  }
}

export const styleOf = (page: BookPageData): string =>
  page.step === "missing"
    ? bookStyle(null, "auto")
    : bookStyle(page.frame.tenant.accent, page.frame.theme);

/** Title, previews for messengers, and the page's languages for search engines. */
export function metaOf(page: BookPageData): MetaDescriptor[] {
  const t = bookTexts(page.locale);
  if (page.step === "missing")
    return [{ title: t.not_found_title }, { name: "robots", content: "noindex" }];
  const { tenant, canonical, locale, theme, is_indexed } = page.frame;
  const title = fill(t.title, { tenant: tenant.name });
  const description =
    page.step === "closed"
      ? linkClosedText(page.state, locale)
      : fill(t.description, { tenant: tenant.name });
  const preview = {
    "og:type": "website",
    "og:site_name": tenant.name,
    "og:title": title,
    "og:description": description,
    "og:url": canonical,
    "og:locale": locale.replace("-", "_"),
    ...(tenant.logo_url !== null && { "og:image": tenant.logo_url, "og:image:alt": tenant.name }),
  };
  return [
    { name: "color-scheme", content: theme === "auto" ? "light dark" : theme },
    ...(is_indexed ? [] : [{ name: "robots", content: "noindex" }]),
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: canonical },
    ...languages.map(({ locale: lang }) => ({
      tagName: "link",
      rel: "alternate",
      hrefLang: lang,
      href: `${canonical}?lang=${lang}`,
    })),
    { tagName: "link", rel: "alternate", hrefLang: "x-default", href: canonical },
    ...Object.entries(preview).map(([property, content]) => ({ property, content })),
    { name: "twitter:card", content: "summary" },
    { tagName: "link", rel: "icon", href: tenant.logo_url ?? "data:," },
  ];
}

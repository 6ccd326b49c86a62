import type { MetaDescriptor } from "@remix-run/react";
import type { ReactNode } from "react";
import { accentPair } from "~/domain/email/accent";
import type { GuestTenant } from "~/domain/guest-page/guest-booking";
import { type LocaleTag, pickLocale } from "~/i18n/locales";
import { mapUrlOf } from "~/lib/map-url";
import { EmailText } from "../email-text";
import type { PageHandle } from "../page-handle";
import css from "./guest.css?inline";
import { fill, manageTexts } from "./manage-language";

export interface Frame {
  locale: LocaleTag;
  tenant: GuestTenant | null;
  /** Payments are simulated on this server. */
  is_test: boolean;
}

/** The page's whole CSS, with the tenant's colour. Its Content-Security-Policy allows it by hash. */
export function guestStyle(accent: string | null): string {
  const pair = accentPair(accent);
  return `:root{--accent:${pair.accent};--on-accent:${pair.on_accent}}${inlined(css)}`;
}

/** A built style sheet without Tailwind's banner, which every page would carry. */
export const inlined = (sheet: string): string => sheet.replace(/^\s*\/\*!.*?\*\//s, "").trim();

/** `handle` of a page opened by the secret in its address. */
export const guestHandle: PageHandle<{ frame: Frame }> = {
  scripts: false,
  locale: (data, request) =>
    data?.frame.locale ?? pickLocale(request.headers.get("Accept-Language"), "en"),
  style: (data) => guestStyle(data?.frame.tenant?.accent ?? null),
};

/** `meta` of a page opened by the secret in its address. */
export function guestMeta(title: string, { tenant }: Pick<Frame, "tenant">): MetaDescriptor[] {
  return [
    { title: tenant === null ? title : `${title} · ${tenant.name}` },
    { name: "robots", content: "noindex, nofollow" },
    { name: "referrer", content: "no-referrer" },
    { name: "color-scheme", content: "light dark" },
  ];
}

interface GuestLayoutProps {
  frame: Frame;
  /** Whether to show the company's contact details; false for staff. */
  has_contact?: boolean;
  children: ReactNode;
}

/** The frame of a page without scripts; everything works through links and forms. */
export function GuestLayout({ frame, has_contact = true, children }: GuestLayoutProps) {
  const { locale, tenant } = frame;
  return (
    <>
      {frame.is_test && <TestMode locale={locale} />}
      {tenant !== null && (
        <header>
          {tenant.logo_url === null ? (
            tenant.name
          ) : (
            <img src={tenant.logo_url} alt={tenant.name} height={40} />
          )}
        </header>
      )}
      <main>
        <div className="card">{children}</div>
      </main>
      {tenant !== null && has_contact && (
        <footer>
          <ContactLine locale={locale} tenant={tenant} />
        </footer>
      )}
    </>
  );
}

/** Notice that payments are simulated. */
export function TestMode({ locale }: { locale: string }) {
  return <aside className="wait">{manageTexts(locale).test_mode}</aside>;
}

/** Contact details, for requests the page can't handle. */
export function ContactLine({ locale, tenant }: { locale: string; tenant: GuestTenant }) {
  const { email, phone, address } = tenant;
  if (email === null && phone === null) return address && <Address address={address} />;
  return (
    <>
      {fill(manageTexts(locale).contact, { tenant: tenant.name })}{" "}
      {email && <EmailLink email={email} />}
      {email && phone && ", "}
      {phone && <PhoneLink phone={phone} />}
      {address && (
        <div>
          <Address address={address} />
        </div>
      )}
    </>
  );
}

export const EmailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${email}`}>
    <EmailText email={email} />
  </a>
);

export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
    <bdi>{phone}</bdi>
  </a>
);

/** An address with its place on a map. */
const Address = ({ address }: { address: string }) => (
  <a href={mapUrlOf(address)} rel="noreferrer">
    <bdi>{address}</bdi>
  </a>
);

export interface Note {
  kind: "good" | "bad";
  text: string;
}
export function Notice({ note }: { note: Note | null }) {
  if (note === null) return null;
  return (
    <p className={`note ${note.kind}`} role={note.kind === "bad" ? "alert" : "status"}>
      {note.text}
    </p>
  );
}

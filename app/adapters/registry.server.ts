import { join } from "node:path";
import { env } from "~/lib/env.server";
import { caldavProvider } from "./calendars/caldav.server";
import { googleProvider } from "./calendars/google.server";
import { icalProvider } from "./calendars/ical.server";
import { microsoftProvider } from "./calendars/microsoft.server";
import type { CalendarProvider, CalendarProviderName } from "./calendars/port";
import { outboxSender } from "./email/outbox.server";
import type { EmailSender } from "./email/port";
import { postmarkSender } from "./email/postmark.server";
import { smtpSender } from "./email/smtp.server";
import type { PaymentProvider, ProviderName } from "./payments/port";
import { stripeProvider } from "./payments/stripe.server";
import { oidcProvider } from "./identity/oidc.server";
import type { IdentityProvider } from "./identity/port";
import { outboxSmsSender } from "./sms/outbox.server";
import type { SmsSender } from "./sms/port";
import { twilioSender } from "./sms/twilio.server";

const outbox = join(env.DATA_DIR, "outbox");

// Each driver's variables are required when it is selected, which is checked at startup.
const emailDrivers: Record<typeof env.EMAIL_DRIVER, () => EmailSender> = {
  outbox: () => outboxSender(outbox),
  postmark: () =>
    postmarkSender({
      server_token: env.POSTMARK_SERVER_TOKEN ?? "",
      api_base: env.POSTMARK_API_BASE,
    }),
  smtp: () => smtpSender(env.SMTP_URL ?? ""),
};

const smsDrivers: Record<typeof env.SMS_DRIVER, () => SmsSender> = {
  outbox: () => outboxSmsSender(outbox),
  twilio: () =>
    twilioSender({
      account_sid: env.TWILIO_ACCOUNT_SID ?? "",
      auth_token: env.TWILIO_AUTH_TOKEN ?? "",
      from: env.TWILIO_FROM ?? "",
      whatsapp_from: env.TWILIO_WHATSAPP_FROM ?? null,
      api_base: env.TWILIO_API_BASE,
    }),
};

export const emailSender: EmailSender = emailDrivers[env.EMAIL_DRIVER]();
export const smsSender: SmsSender = smsDrivers[env.SMS_DRIVER]();

/** Identity providers for sign-in, by OIDC_ISSUER, OIDC_2_ISSUER and so on; none by default. */
export const identityProviders: IdentityProvider[] = env.OIDC.map(oidcProvider);

const paymentProviders = new Map<ProviderName, PaymentProvider>();

/**
 * A payment provider by name (PAYPROVIDER_…, LEGACYPAY_…), created on first use; null if not
 * configured.
 */
export function paymentProvider(provider: ProviderName): PaymentProvider | null {
  const settings = env.PAYMENTS[provider];
  if (settings === null) return null;
  const made =
    paymentProviders.get(provider) ??
    stripeProvider({
      ...settings,
      provider,
      redirect_uri: `${env.BASE_URL}/api/${provider}/connect/callback`,
    });
  paymentProviders.set(provider, made);
  return made;
}

/** The OAuth callback URL of a calendar provider. */
const calendarRedirectUri = (name: CalendarProviderName) =>
  `${env.BASE_URL}/api/calendar-connections/callback/${name}`;

const { google, microsoft } = env.CALENDARS;
const calendarProviders: Partial<Record<CalendarProviderName, CalendarProvider>> = {
  caldav: caldavProvider,
  ical: icalProvider,
  ...(google !== null && {
    google: googleProvider({ ...google, redirect_uri: calendarRedirectUri("google") }),
  }),
  ...(microsoft !== null && {
    microsoft: microsoftProvider({ ...microsoft, redirect_uri: calendarRedirectUri("microsoft") }),
  }),
};

/**
 * A calendar provider by name; null if no client is configured (GOOGLE_CALENDAR_…,
 * MICROSOFT_CALENDAR_…).
 */
export function calendarProvider(name: CalendarProviderName): CalendarProvider | null {
  return calendarProviders[name] ?? null;
}

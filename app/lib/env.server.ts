import { z } from "zod";
import { readCalendarSettings } from "./calendar-env";
import { readOidcSettings } from "./oidc-env";
import { readPaymentSettings } from "./payment-env";

const flag = z.enum(["on", "off"]);
const list = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );

const encryptionKey = z
  .base64({ error: "must be 32 bytes in base64" })
  .refine((value) => Buffer.from(value, "base64").length === 32, "must be 32 bytes in base64");

/** A provider's URL: https, or http on loopback (in development). */
const outsideUrl = (standard: string) =>
  z
    .url({ protocol: /^https?$/ })
    .refine(
      (value) =>
        value.startsWith("https:") || /^(127\.|localhost$|\[::1\]$)/.test(new URL(value).hostname),
      "must be https",
    )
    .default(standard);

/** `session=600,upload=100`: overrides for rows of the limit table. */
const limitOverrides = z
  .string()
  .default("")
  .refine(
    (value) => /^(\s*[a-z_]+=\d{1,9}\s*(,|$))*$/.test(value),
    "must look like session=600,upload=100",
  )
  .transform((value) =>
    Object.fromEntries(
      value
        .split(",")
        .filter((part) => part.trim() !== "")
        .map((part) => part.split("=").map((side) => side.trim()))
        .map(([name = "", points]): [string, number] => [name, Number(points)]),
    ),
  );

/**
 * All environment variables of the product; `.env.example` has a line for each. Startup reports all
 * problems together.
 */
const Env = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(20),
    DATABASE_STATEMENT_NAMES: flag.default("on"),
    DATABASE_TIMEOUT_FACTOR: z.coerce.number().int().min(1).max(20).default(1),
    HOST: z.string().default("127.0.0.1"),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    BASE_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:3000"),
    METRICS_HOST: z.string().default("127.0.0.1"),
    METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    DATA_DIR: z.string().default(".data"),
    EMAIL_DRIVER: z.enum(["outbox", "postmark", "smtp"]).default("outbox"),
    EMAIL_FROM: z
      .string()
      .max(320)
      .regex(
        /^(?:[^<>"\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
        "must be an address, or Name <address>",
      )
      .default("Booking Service <no-reply@localhost>"),
    MAIL_PER_DAY: z.coerce.number().int().min(0).default(2000),
    MAIL_PER_DAY_FIRST_WEEK: z.coerce.number().int().min(0).default(200),
    MAIL_PER_DAY_UNPROVEN: z.coerce.number().int().min(0).default(300),
    UNPROVEN_BOOKINGS_PER_DAY: z.coerce.number().int().min(0).default(100),
    MAIL_PER_DAY_RECIPIENT: z.coerce.number().int().min(0).default(20),
    POSTMARK_SERVER_TOKEN: z.string().min(1).optional(),
    POSTMARK_API_BASE: outsideUrl("https://api.postmarkapp.com"),
    POSTMARK_WEBHOOK_SECRET: z.string().min(16).optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    SMS_DRIVER: z.enum(["outbox", "twilio"]).default("outbox"),
    SMS_COUNTRIES: list.refine(
      (codes) => codes.every((code) => /^[A-Z]{2}$/.test(code)),
      "must be country codes such as NL,BE",
    ),
    SMS_MONTHLY_CAP: z.coerce.number().int().min(0).default(500),
    SMS_HOURLY_CAP: z.coerce.number().int().min(0).default(30),
    TWILIO_ACCOUNT_SID: z.string().min(1).optional(),
    TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
    TWILIO_FROM: z.string().min(1).optional(),
    TWILIO_API_BASE: outsideUrl("https://api.twilio.com"),
    TWILIO_WHATSAPP_FROM: z.string().min(1).optional(),
    TWILIO_WHATSAPP_TEMPLATES: list.refine(
      (templates) => templates.every((one) => /^[a-z]{2}:HX[0-9a-fA-F]{32}$/.test(one)),
      "must be templates by language such as en:HX…,nl:HX…",
    ),
    TEXT_REMINDERS_MONTHLY_CAP: z.coerce.number().int().min(0).default(2000),
    SMS_PRICE: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,5})? [A-Z]{3}$/, { error: "must be a price such as 0.08 EUR" })
      .optional(),
    JITSI_BASE_URL: outsideUrl("https://meet.jit.si"),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
    ENCRYPTION_KEY: encryptionKey,
    ENCRYPTION_KEY_PREVIOUS: encryptionKey.optional(),
    TRUST_PROXY: list,
    RATE_LIMITS: flag.default("on"),
    LIMITS: limitOverrides,
    WEBHOOK_ALLOW_HOSTS: list,
    CALENDAR_ALLOW_HOSTS: list,
    DEMO: z.enum(["1", "0"]).default("0"),
    DEMO_SIGN_IN_TOKEN: z.string().min(16).optional(),
    SANDBOX_URL: z.string().optional(),
    HOST_PAGE_URL: z.string().optional(),
    FAULT_POINT: z.string().optional(),
  })
  .superRefine((env, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const needs = (driver: string, names: (keyof typeof env)[]) => {
      for (const name of names) if (env[name] === undefined) refuse(name, `is needed by ${driver}`);
    };
    if (env.EMAIL_DRIVER === "postmark") needs("EMAIL_DRIVER=postmark", ["POSTMARK_SERVER_TOKEN"]);
    if (env.EMAIL_DRIVER === "smtp") needs("EMAIL_DRIVER=smtp", ["SMTP_URL"]);
    if (env.EMAIL_DRIVER !== "outbox" && env.EMAIL_FROM.includes("@localhost"))
      refuse("EMAIL_FROM", "is needed to send mail");
    if (env.SMS_DRIVER === "twilio") {
      needs("SMS_DRIVER=twilio", ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"]);
      if (env.SMS_COUNTRIES.length === 0)
        refuse("SMS_COUNTRIES", "must name the countries that SMS may go to");
      if (env.TWILIO_WHATSAPP_FROM !== undefined && env.TWILIO_WHATSAPP_TEMPLATES.length === 0)
        refuse("TWILIO_WHATSAPP_TEMPLATES", "is needed with TWILIO_WHATSAPP_FROM");
    }
    if (env.FAULT_POINT !== undefined && env.NODE_ENV !== "test")
      refuse("FAULT_POINT", "is for tests only");
    if (env.NODE_ENV !== "production") return;
    if (!env.BASE_URL.startsWith("https:")) refuse("BASE_URL", "must be https in production");
    if (env.EMAIL_DRIVER === "outbox")
      refuse("EMAIL_DRIVER", "must be postmark or smtp in production: the outbox sends nothing");
    if (env.RATE_LIMITS === "off") refuse("RATE_LIMITS", "cannot be off in production");
    if (env.WEBHOOK_ALLOW_HOSTS.length > 0)
      refuse("WEBHOOK_ALLOW_HOSTS", "is for development only");
    if (env.DEMO === "1") refuse("DEMO", "is for development only");
  });

function readEnv() {
  // An empty line in a .env file means "not set".
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const lines: string[] = [];
  const refuse = (name: string, message: string) => void lines.push(`  ${name}: ${message}`);
  const OIDC = readOidcSettings(given, refuse);
  const PAYMENTS = readPaymentSettings(given, refuse);
  const CALENDARS = readCalendarSettings(given, refuse);
  const result = Env.safeParse(given);
  if (result.success && lines.length === 0)
    return {
      ...result.data,
      BASE_URL: new URL(result.data.BASE_URL).origin,
      OIDC,
      PAYMENTS,
      CALENDARS,
    };
  lines.unshift(
    ...(result.error?.issues ?? []).map(
      (issue) => `  ${issue.path.join(".")}: ${wordsOf(issue, given)}`,
    ),
  );
  const error = new Error(
    `The environment cannot be used:\n${lines.join("\n")}\n(.env.example explains each name.)`,
  );
  throw Object.assign(error, { name: "PlainError" }); // printed without a stack (commands/boot.mjs)
}

/** Required variables, and how to obtain them. */
const NEEDED: Record<string, string> = {
  ENCRYPTION_KEY:
    "is not set. Make one with `openssl rand -base64 32`, and keep it: what it encrypted opens with no other",
  DATABASE_URL: "is not set. Name the database: postgresql://user:password@host:5432/name",
};

function wordsOf(
  { path, message }: { path: PropertyKey[]; message: string },
  given: Record<string, unknown>,
): string {
  const name = String(path[0]);
  return given[name] === undefined ? (NEEDED[name] ?? message) : message;
}

export const env = readEnv();
export const isProduction = env.NODE_ENV === "production";
export const isHttps = env.BASE_URL.startsWith("https:");

import { z } from "zod";
import {
  EMAIL,
  isName,
  isTitle,
  normaliseEmail,
  normaliseName,
  normalisePhone,
  PHONE,
  plainText,
} from "./contact-details";
import "./plain-words";

/** UTF-8 bytes allowed per character: more than a letter with all marks that any language uses. */
const MAX_BYTES_PER_CHARACTER = 4;
/** More combining marks in a row than any language uses. Normalizing a run takes quadratic time. */
const MARKS_IN_A_ROW = /\p{M}{11}/u;

/**
 * Text of at most `max` characters, checked first because later steps may be slow on long texts.
 */
export function bounded(max: number) {
  return z.string().max(max, { abort: true });
}

/** A cheap length check before normalization: UTF-16 units are never more than bytes. */
function isWithin(value: string, maxBytes: number): boolean {
  return value.length <= maxBytes && new TextEncoder().encode(value).length <= maxBytes;
}

/**
 * Text without NUL and unpaired surrogates (Postgres and JSON consumers reject them), trimmed and
 * in NFC. Bytes and runs of marks are limited first, because processing them costs time.
 */
export function text(max: number, min = 0) {
  return z
    .string()
    .check((given) => {
      if (isWithin(given.value, max * MAX_BYTES_PER_CHARACTER)) return;
      given.issues.push({
        code: "too_big",
        origin: "string",
        maximum: max,
        inclusive: true,
        input: given.value,
        continue: false,
      });
    })
    .refine((value) => !MARKS_IN_A_ROW.test(value), {
      error: "At most ten accents can be on one letter.",
      abort: true,
    })
    .refine((value) => !value.includes("\u0000") && value.isWellFormed(), {
      error: "This text holds a character that cannot be stored.",
      abort: true,
    })
    .transform((value) => value.normalize("NFC").trim())
    .pipe(z.string().min(min).max(max))
    .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max });
}

export const Id = z.uuid().describe("A UUIDv7, e.g. 019aa0c4-6c00-7000-8000-000000000001.");
/** An instant in responses: RFC 3339, always UTC with `Z`. */
export const Instant = z.iso
  .datetime({ offset: true })
  .describe("An RFC 3339 date and time in UTC, e.g. 2026-11-20T09:00:00Z.");
/** An instant in requests: any offset, years 1970–2199, parsed to a Date. */
export const InstantInput = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .refine((value) => value.getTime() >= 0 && value.getUTCFullYear() < 2200, {
    error: "Use a year from 1970 to 2199.",
  })
  .describe(
    "An RFC 3339 date and time with any offset, years 1970 to 2199, e.g. 2026-11-20T09:00:00+01:00.",
  );
export const LocalDate = z.iso
  .date()
  .refine((value) => value >= "1970-01-01" && value < "2200-01-01", {
    error: "Use a year from 1970 to 2199.",
  })
  .describe("A date as YYYY-MM-DD, in the time zone beside it.");
/** For filters that accept a date or an instant. */
export const DateOrInstant = z
  .union([LocalDate, InstantInput], {
    error:
      "Use a date such as 2026-11-20, or a date and time with its offset such as 2026-11-20T09:00:00Z.",
  })
  .describe("A date as YYYY-MM-DD, or an RFC 3339 date and time with its offset.");
export const LocalTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "Use a time like 09:30." })
  .describe("A time of day as HH:MM, in the time zone beside it.");

/** Legacy abbreviations that ICU's Intl accepts; IANA and Temporal don't. */
const NOT_IANA =
  /^(ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST|SystemV\/.*)$/i;

/** Cache of valid zone names: asking Intl costs as much as a small query. */
const knownZones = new Set<string>();
const MAX_KNOWN = 1000;

function isTimeZone(value: string): boolean {
  if (knownZones.has(value)) return true;
  if (!/^[A-Za-z]/.test(value) || NOT_IANA.test(value)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    if (knownZones.size < MAX_KNOWN) knownZones.add(value);
    return true;
  } catch {
    return false;
  }
}
export const TimeZone = bounded(64)
  .refine(isTimeZone, { error: "Use an IANA time zone such as Europe/Amsterdam." })
  .describe("An IANA time zone, e.g. Europe/Amsterdam.");

const currencies = new Set(Intl.supportedValuesOf("currency"));
const notCurrency = { error: "Use an ISO 4217 code such as EUR." };
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { ...notCurrency, abort: true })
  .refine((value) => currencies.has(value), notCurrency)
  .describe("An ISO 4217 currency code, e.g. EUR.");
/** Minor units. 99,999,999 is Stripe's largest charge in most currencies (eight digits). */
export const Amount = z
  .int()
  .min(0)
  .max(99_999_999)
  .describe("An amount in minor units of the currency beside it, e.g. 1250 for EUR 12.50.");
/** Longer than any contact detail with pasted invisible marks. */
const MAX_PASTED = 1000;
export const Email = bounded(MAX_PASTED)
  .transform(normaliseEmail)
  .pipe(
    z
      .string()
      .max(254, { abort: true })
      .regex(EMAIL, { error: "Use an email address such as anna@example.com." }),
  )
  .meta({ format: "email", maxLength: 254 })
  .describe(
    "An email address, stored in lower case without invisible characters, its domain in ASCII.",
  );
const nameText = text(120, 1).transform(normaliseName);
/** A person's name. */
export const Name = nameText
  .pipe(
    z
      .string()
      .min(1, { abort: true })
      .refine(isName, { error: "Use a name without links, line breaks or hidden characters." }),
  )
  .meta({ minLength: 1, maxLength: 120 })
  .describe("A name of 1 to 120 characters without links, line breaks or control characters.");
/** A company name, which may be a domain name. */
export const Title = nameText
  .pipe(
    z
      .string()
      .min(1, { abort: true })
      .refine(isTitle, { error: "Use a name without links, line breaks or hidden characters." }),
  )
  .meta({ minLength: 1, maxLength: 120 })
  .describe(
    "A name of 1 to 120 characters without links, line breaks or control characters; it may be a domain.",
  );
/** Six digits of any script, with or without spaces. */
export const Code = bounded(40)
  .transform((typed) => plainText(typed).replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, { error: "The code is six digits." }))
  .meta({ maxLength: 20 })
  .describe("Six digits.");
/** An http or https URL of at most 2,000 characters. */
export function webAddress(error?: string) {
  return bounded(2000)
    .pipe(z.url({ protocol: /^https?$/, ...(error !== undefined && { error }) }))
    .meta({ format: "uri", maxLength: 2000 });
}
/** A phone number: E.164 with its country, else as typed, 5 to 32 characters. */
export const Phone = bounded(MAX_PASTED)
  .transform(normalisePhone)
  .pipe(z.string().regex(PHONE, { error: "Use a phone number such as +31 6 12345678." }))
  .meta({ maxLength: 32 })
  .describe(
    "A phone number, stored as E.164 where it names its country (+31612345678); digits, spaces, dots, dashes and parentheses otherwise.",
  );
function isLanguageTag(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}
const notLanguage = { error: "Use a language tag such as en or pt-BR." };
/**
 * A language tag (BCP 47) without extensions that Intl supports, used to format times and amounts.
 */
export const Locale = bounded(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { ...notLanguage, abort: true })
  .refine(isLanguageTag, notLanguage)
  .describe("A BCP 47 language tag, e.g. en or pt-BR.");
export const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: "Use a colour such as #2563eb." })
  .describe("A color as #rrggbb.");

/**
 * Limits a value's size as JSON in UTF-8 bytes. Webhook bodies stay below 64 KB because each free
 * part of a booking is limited.
 */
export function fitsIn(maxBytes: number) {
  return (value: unknown): boolean =>
    new TextEncoder().encode(JSON.stringify(value)).length <= maxBytes;
}
/** A boolean query parameter. */
export const Flag = z
  .enum(["true", "false", "1", "0"])
  .transform((value) => value === "true" || value === "1")
  .describe("True or false, also as 1 or 0.");
export const Livemode = z
  .boolean()
  .describe(
    "Whether the record is real; false if a test key created it, which keeps it out of analytics.",
  );
export const LivemodeFilter = Flag.optional().describe(
  "Only real records (true) or only those that test keys created (false); both if omitted.",
);
export const Version = z.int().describe("Version of the record, which rises with every change.");
export const SeenVersion = z
  .int()
  .min(1)
  .describe(
    "Version you read, also accepted as If-Match; 409 version_conflict if the record has changed since.",
  );
export const Json = z.json().register(z.globalRegistry, { description: "Any JSON value." });
Json._zod.toJSONSchema = () => ({}); // any value: most tools can't follow a recursive schema
export const Meta = z
  .record(z.string().max(64), Json)
  .refine(fitsIn(16_384), { error: "At most 16 KB." })
  .refine((value) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value)), {
    error: "Holds a character that cannot be stored.",
  })
  .describe("Your own data: a JSON object of at most 16 KB, stored and returned unchanged.");

export const Role = z
  .enum(["viewer", "staff", "admin", "owner"])
  .describe("A role; each may do what the ones before it may.");
export type Role = z.infer<typeof Role>;
export const Scope = z
  .enum([
    "config:read",
    "availability:read",
    "bookings:write",
    "bookings:read",
    "verification:write",
  ])
  .describe("A permission of a publishable key.");
export type Scope = z.infer<typeof Scope>;

/** Maximum number of meta keys per filter. */
const MAX_META_KEYS = 5;
const Storable = (max: number) =>
  bounded(max).refine((value) => !value.includes("\u0000") && value.isWellFormed(), {
    error: "Holds a character that cannot be stored.",
  });
/**
 * `meta[order]=A-1` in a query string: records whose top-level meta matches; values compare as
 * text.
 */
export const MetaFilter = z
  .record(Storable(64).min(1), Storable(500))
  .refine((wanted) => Object.keys(wanted).length <= MAX_META_KEYS, {
    error: `Name at most ${MAX_META_KEYS} keys of meta.`,
  })
  .describe(
    `Only records whose \`meta\` has this value under this key, as in meta[order]=A-1: text, a number, true or false. At most ${MAX_META_KEYS} keys, which must all match.`,
  );
export type MetaFilter = z.output<typeof MetaFilter>;

export const IdParams = z.object({ id: Id.describe("ID of the record.") });

/** `a,b` or repeated parameters; duplicates are removed. */
export function listOf<T extends z.ZodType<string, string>>(item: T) {
  const list = z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [
      ...new Set((Array.isArray(value) ? value : [value]).flatMap((part) => part.split(","))),
    ])
    .transform((value) => value.filter((part) => part !== ""))
    .pipe(z.array(item).min(1).max(100));
  // Described as a list in JSON Schema; its query-string form is OpenAPI's style `form`.
  list._zod.toJSONSchema = () => ({
    type: "array",
    items: itemSchema(item),
    minItems: 1,
    maxItems: 100,
  });
  return list;
}
function itemSchema(item: z.ZodType): object {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(item, { io: "input" });
  return schema;
}
/** For refinements: no two values are equal. */
export const areUnique = (values: readonly unknown[]): boolean =>
  new Set(values).size === values.length;

/** Paging parameters of every list. */
export const PageQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(25)
    .describe("Number of records per page, 1 to 100."),
  cursor: z
    .string()
    .max(500)
    .optional()
    .describe("Where to continue: `next_cursor` of the previous page."),
  include: listOf(z.enum(["total"]))
    .optional()
    .describe("With `total`, adds `page.total`, counted up to 10,000."),
});
export type PageQuery = z.output<typeof PageQuery>;
export const Page = z
  .object({
    limit: z.int().describe("Number of records per page."),
    next_cursor: z
      .string()
      .nullable()
      .describe("Value for `cursor` to get the next page; null on the last page."),
    has_more: z.boolean().describe("Whether more records follow."),
    total: z
      .int()
      .optional()
      .describe(
        "Number of records in the whole list, counted up to 10,000; present with include=total.",
      ),
  })
  .describe("Where this page is in the list, and how to get the next one.");
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item).describe("Records on this page."),
    page: Page,
  });
}
export type PageOf<T> = {
  data: T[];
  page: z.infer<typeof Page>;
};

import { z } from "zod";
import { TenantPatch } from "~/contract/tenant";

const { name, slug, email, phone, website, time_zone, locale, currency, address } =
  TenantPatch.shape;

/** What the company's form sends. A field that was left empty is not there. */
const CompanyForm = z.object({
  intent: z.literal("save"),
  read_at: z.string().describe("updated_at of what was read"),
  name: name.unwrap(),
  slug: slug.unwrap(),
  email: email.unwrap().unwrap().optional(),
  phone: phone.unwrap().unwrap().optional(),
  website: website.unwrap().unwrap().optional(),
  time_zone: time_zone.unwrap(),
  locale: locale.unwrap(),
  currency: currency.unwrap(),
  address: address.unwrap().optional(),
});
export type CompanyForm = z.output<typeof CompanyForm>;

/** The forms of the company's page. */
export const CompanyPageForm = z.discriminatedUnion("intent", [
  CompanyForm,
  z.object({ intent: z.literal("no_image") }),
]);

const PARTS = ["line1", "line2", "postal_code", "city", "region", "country"] as const;

/** The change that the form means: what was left empty is emptied. */
export function readCompanyForm({
  intent: _intent,
  read_at: _read,
  address = {},
  email,
  phone,
  website,
  ...fields
}: CompanyForm): TenantPatch {
  return {
    ...fields,
    email: email ?? null,
    phone: phone ?? null,
    website: website ?? null,
    address: Object.fromEntries(PARTS.map((part) => [part, address[part] ?? null])),
  };
}

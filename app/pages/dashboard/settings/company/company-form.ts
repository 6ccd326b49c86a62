import { z } from "zod";
import { TenantPatch } from "~/contract/tenant";

const { name, slug, email, phone, website, time_zone, locale, currency, address } =
  TenantPatch.shape;

/** Form of the company. Empty fields are omitted. */
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

export const CompanyPageForm = z.discriminatedUnion("intent", [
  CompanyForm,
  z.object({ intent: z.literal("no_image") }),
]);

const PARTS = ["line1", "line2", "postal_code", "city", "region", "country"] as const;

/** Maps the form to a patch; empty fields are cleared. */
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

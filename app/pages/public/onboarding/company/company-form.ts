import { z } from "zod";
import { NewTenant } from "~/contract/auth";
import { tenantFields } from "~/contract/tenant";
import { businessKinds } from "~/domain/onboarding/business-kinds";
import { t } from "~/i18n/text";

/** Form of this step. */
export const Company = z.strictObject({
  kind: z.enum(businessKinds, { error: () => t("Choose the kind of business.") }),
  name: NewTenant.shape.name,
  owner_name: NewTenant.shape.owner_name,
  time_zone: NewTenant.shape.time_zone,
  currency: NewTenant.shape.currency,
  locale: tenantFields.locale,
  email: tenantFields.email.unwrap().optional(),
});
export type Company = z.output<typeof Company>;

import type { UserActor } from "~/domain/identity/actor";
import { localeOf } from "~/i18n/locales";
import { t } from "~/i18n/text";
import { inPageLanguage } from "./page-language.server";

/** The name of a guest who gives none. It is stored, so it is in the company's language. */
export const walkInName = ({ tenant }: Pick<UserActor, "tenant">): string =>
  inPageLanguage(localeOf(tenant.locale), () => t("Walk-in"));

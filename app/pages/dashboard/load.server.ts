import { listMemberships } from "~/domain/account/memberships.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { isPaymentTest } from "~/lib/payment-test.server";
import { readPreferences } from "~/domain/users/preferences.server";
import { dashboardLocale } from "~/i18n/locales";
import { pageLocale } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { navigation } from "~/ui/layout/navigation";

/** Data of the dashboard's layout: company, person, and accessible pages. */
export async function loadFrame(actor: UserActor) {
  const { tenant, name, email, role, account_id } = actor;
  const [memberships, { shortcuts }] = await Promise.all([
    listMemberships(account_id, tenant.id),
    readPreferences(actor),
  ]);
  const others = memberships
    .filter(({ is_current }) => !is_current)
    .map((company) => ({ id: company.id, name: company.name }));
  return {
    tenant: { name: tenant.name },
    user: { id: actor.user_id, name, email, role, other_companies: others },
    pages: navigation.filter((page) => hasRole(actor, page.role)).map(({ to }) => to),
    may_book: hasRole(actor, "staff"),
    shortcuts,
    is_payment_test: isPaymentTest(),
    locale: dashboardLocale(pageLocale(), tenant.locale),
    time_zone: tenant.time_zone,
    as_of: clock.now(),
  };
}

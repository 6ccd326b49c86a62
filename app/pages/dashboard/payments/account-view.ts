import type { ConnectStatus, FeeConfig } from "~/contract/payment-connection";
import { t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";
import type { Choice } from "~/ui/form/fields";
import { accountProblems, type FeeWords } from "./fee-words";

/** The payment account as its page shows it. */
export interface AccountView {
  /** Account name; null if none is connected. */
  name: string | null;
  can_pay: boolean;
  fee: string;
  problems: FeeWords[];
  profile: string | null;
  /** Selectable profiles. */
  profiles: (Choice & { label: string })[];
}

export function accountView(
  { status, fee }: { status: ConnectStatus; fee: FeeConfig },
  locale: string,
): AccountView {
  const { connected, organization, can_take_payments, profile, profiles, problems } = status;
  return {
    name: connected && organization !== null ? (organization.name ?? organization.id) : null,
    can_pay: connected && can_take_payments,
    fee: feeText(fee.fee, locale),
    problems: accountProblems(fee.codes, problems),
    profile,
    profiles: profiles
      .filter(({ usable }) => usable)
      .map(({ id, name, website }) => ({
        value: id,
        label: name,
        ...(website !== null && { explains: website }),
      })),
  };
}

/** "2.5% + €0.10 per payment". */
function feeText({ basis_points, fixed, currency }: FeeConfig["fee"], locale: string): string {
  const percent = new Intl.NumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 2,
  }).format(basis_points / 10_000);
  const parts = [
    basis_points > 0 ? percent : null,
    fixed > 0 ? formatMoney(fixed, currency, locale) : null,
  ];
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? t("No fee") : t("{{fee}} per payment", { fee: known.join(" + ") });
}

import { createContext, useContext } from "react";
import { OfflineMethod } from "~/contract/fields";
import { msg, t } from "~/i18n/text";

/** Names of the ways to receive money at the desk. Translated with t(). */
export const OFFLINE_METHODS: Record<OfflineMethod, string> = {
  cash: msg("Cash"),
  card_terminal: msg("Card terminal"),
  bank_transfer: msg("Bank transfer"),
  other: msg("Other"),
};

const LastMethod = createContext<OfflineMethod>("cash");
/** Provides the method that this browser chose last. */
export const OfflineMethodProvider = LastMethod.Provider;
export const useOfflineMethod = (): OfflineMethod => useContext(LastMethod);

/** The choice of how money is received. */
export function OfflineMethodSelect({ className }: { className: string }) {
  const last = useOfflineMethod();
  return (
    <select
      key={last}
      name="offline_method"
      aria-label={t("Payment method")}
      defaultValue={last}
      className={className}
    >
      {OfflineMethod.options.map((method) => (
        <option key={method} value={method}>
          {t(OFFLINE_METHODS[method])}
        </option>
      ))}
    </select>
  );
}

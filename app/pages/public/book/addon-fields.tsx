import { textsOf } from "~/domain/email/texts";
import { formatMoney } from "~/lib/money";
import { addonFieldOf } from "./addon-choice";
import { bookTexts } from "./book-language";
import { durationName } from "./book-words";
import type { Typed } from "./booking-form";
import type { BookableService } from "./booking-page-choice";

/** The service's extras: a tick, or how many. */
export function AddonFields({
  service: { addons, currency },
  typed,
  total,
  locale,
}: {
  service: BookableService;
  typed: Typed;
  /** The price with the extras that are chosen. */
  total: number | null;
  locale: string;
}) {
  if (addons.length === 0) return null;
  const t = bookTexts(locale);
  const price = (amount: number) =>
    amount === 0 ? textsOf(locale).free : formatMoney(amount, currency ?? "EUR", locale);
  return (
    <fieldset>
      <legend>{t.addons}</legend>
      {addons.map((addon) => {
        const name = addonFieldOf(addon);
        const chosen = typed.values[name]?.[0] ?? "";
        const label = [
          addon.name,
          ...(addon.extra_minutes > 0
            ? [`+ ${durationName(addon.extra_minutes, locale, "short")}`]
            : []),
          price(addon.price_amount),
        ].join(" · ");
        return addon.max_quantity === 1 ? (
          <label key={addon.id} className="tick my-2.5">
            <input type="checkbox" name={name} value="1" defaultChecked={chosen === "1"} />
            {label}
          </label>
        ) : (
          <label key={addon.id} className="flex items-center gap-2.5 my-2.5">
            <select className="control w-20" name={name} defaultValue={chosen}>
              <option value="">0</option>
              {Array.from({ length: addon.max_quantity }, (_, index) => (
                <option key={index} value={index + 1}>
                  {index + 1}
                </option>
              ))}
            </select>
            {label}
          </label>
        );
      })}
      {total !== null && (
        <p className="mt-2.5">
          {t.total}: <b>{price(total)}</b>
        </p>
      )}
    </fieldset>
  );
}

import { MAX_WITHOUT_SEAT } from "~/contract/limits";
import type { AvailableSlot } from "~/contract/slots";
import { textsOf } from "~/domain/email/texts";
import { formatMoney } from "~/lib/money";
import { Problem } from "~/ui/guest-page/fields";
import { manageTexts } from "~/ui/guest-page/manage-language";
import { personFieldOf } from "~/ui/guest-page/question-form";
import { addonFieldOf } from "./addon-choice";
import { bookTexts } from "./book-language";
import { durationName } from "./book-words";
import type { Typed } from "./booking-form";
import type { BookableService, Choice } from "./choice";

/** How many of each kind of people come. */
export function KindFields({
  service: { person_kinds, currency },
  slot,
  dates = 1,
  choice: { party_size, most_people },
  typed,
  total,
  locale,
}: {
  service: BookableService;
  slot: Pick<AvailableSlot, "price_amount"> | null;
  /** How many dates are booked, each at the kind's price. */
  dates?: number;
  choice: Pick<Choice, "party_size" | "most_people">;
  typed: Typed;
  /** The price of all people; null where the extras show it. */
  total: number | null;
  locale: string;
}) {
  if (person_kinds.length === 0) return null;
  const t = bookTexts(locale);
  const { people } = manageTexts(locale);
  const price = (amount: number) =>
    amount === 0 ? textsOf(locale).free : formatMoney(amount, currency ?? "EUR", locale);
  const isTyped = person_kinds.some((kind) => personFieldOf(kind) in typed.values);
  const first = person_kinds.find(({ takes_seat }) => takes_seat);
  return (
    <fieldset aria-describedby={typed.problems["party"] && "party-problem"}>
      <legend>{people}</legend>
      {person_kinds.map((kind) => {
        const name = personFieldOf(kind);
        const initial = kind === first ? String(party_size) : "";
        const one = kind.price_amount ?? slot?.price_amount ?? null;
        const amount = one === null ? null : one * dates;
        return (
          <label key={kind.id} className="flex items-center gap-2.5 my-2.5">
            <input
              type="number"
              className="control w-20"
              name={name}
              min={0}
              max={kind.takes_seat ? most_people : MAX_WITHOUT_SEAT}
              placeholder="0"
              defaultValue={isTyped ? (typed.values[name]?.[0] ?? "") : initial}
            />
            {[kind.name, ...(amount === null ? [] : [price(amount)])].join(" · ")}
          </label>
        );
      })}
      <Problem name="party" text={typed.problems["party"]} />
      {total !== null && (
        <p className="mt-2.5">
          {t.total}: <b>{price(total)}</b>
        </p>
      )}
    </fieldset>
  );
}

/** The service's extras: a tick, or how many. */
export function AddonFields({
  service: { addons, currency },
  of = null,
  typed,
  total,
  locale,
}: {
  service: BookableService;
  /** The name of the service, in a visit of several. */
  of?: string | null;
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
      <legend>{of === null ? t.addons : `${t.addons}: ${of}`}</legend>
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

import type { Schedule } from "~/contract/schedules";
import { offerPrices, withKinds } from "~/domain/widgets/offer-prices";
import { t } from "~/i18n/text";
import { lengthWords } from "~/ui/services/length-words";
import { priceWords } from "~/ui/services/service-view";
import type { ServiceHeadProps } from "./service-head";

/** Name and summary of a service: "1 h · €25.00" or "1 h · from €25.00". */
export function headOf(schedule: Schedule, locale: string): ServiceHeadProps {
  const { id, name, active, currency } = schedule;
  const { price_from, price_amount, duration_minutes } = withKinds(
    offerPrices(schedule),
    schedule.person_kinds,
  );
  const price =
    price_from === null
      ? priceWords({ price_amount, currency }, locale)
      : t("from {{price}}", { price: priceWords({ price_amount: price_from, currency }, locale) });
  return { id, name, active, about: `${lengthWords(duration_minutes)} · ${price}` };
}

import type { WidgetSeries } from "~/contract/widget";
import { startOf } from "~/domain/bookings/read/booking-time";
import { textsOf } from "~/domain/email/texts";
import { formatMoney } from "~/lib/money";
import { bookTexts } from "./book-language";
import { repeatIn } from "./repeat-choice";

/** Whether to repeat the booking, and the dates with their states once they are known. */
export function RepeatFields({
  most,
  form,
  series,
  locale,
}: {
  /** The most dates; null: the service isn't repeated. */
  most: number | null;
  form: URLSearchParams;
  series: WidgetSeries | null;
  locale: string;
}) {
  if (most === null) return null;
  const t = bookTexts(locale);
  const chosen = repeatIn(form, most);
  const counts = Array.from({ length: most - 1 }, (_, index) => index + 2);
  const usual = repeatIn(new URLSearchParams({ repeat: "1" }), most)!.dates;
  return (
    <fieldset className="repeat">
      <legend>{t.repeat}</legend>
      <div className="flex flex-wrap gap-2.5">
        <select
          className="control w-auto"
          name="repeat"
          aria-label={t.repeat}
          defaultValue={String(chosen?.every_weeks ?? "")}
        >
          <option value="">{t.repeat_never}</option>
          <option value="1">{t.repeat_weekly}</option>
          <option value="2">{t.repeat_fortnightly}</option>
        </select>
        <label className="flex items-center gap-2.5">
          <select
            className="control w-20"
            name="repeat_dates"
            defaultValue={chosen?.dates ?? usual}
          >
            {counts.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
          {t.repeat_dates}
        </label>
      </div>
      {series !== null && <Dates series={series} locale={locale} />}
    </fieldset>
  );
}

function Dates({ series, locale }: { series: WidgetSeries; locale: string }) {
  const t = bookTexts(locale);
  const { time_zone, dates, price_amount, currency } = series;
  const price = (amount: number) =>
    amount === 0 ? textsOf(locale).free : formatMoney(amount, currency ?? "EUR", locale);
  return (
    <>
      <ol className="plain dates">
        {dates.map(({ no, starts_at, state, price_amount: amount }) => (
          <li key={no}>
            {state === "free" ? (
              <>
                <span>{startOf(new Date(starts_at), { locale, time_zone })}</span>
                <span>{amount !== null && price(amount)}</span>
              </>
            ) : (
              <>
                <s className="muted">{startOf(new Date(starts_at), { locale, time_zone })}</s>
                <span className="muted">{t.date_left_out}</span>
              </>
            )}
          </li>
        ))}
      </ol>
      {price_amount !== null && (
        <p className="mt-2.5">
          {t.total}: <b>{price(price_amount)}</b>
        </p>
      )}
    </>
  );
}

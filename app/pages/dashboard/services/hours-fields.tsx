import { useFormMetadata } from "@conform-to/react";
import { type FormEvent, useRef, useState } from "react";
import { pageLocale, t } from "~/i18n/text";
import { weekdayNames } from "~/i18n/weekdays";
import { readHours } from "~/ui/services/hours-text";
import { TextAreaField, SelectField, TextField, CheckboxField } from "~/ui/form/fields";
import { valueAt } from "~/ui/form/value-at";
import type { YearMonth } from "~/ui/services/service-view";
import { type PaintedDay, WeekTrack } from "./week-track";
import { YearPicker } from "./year-picker";
import styles from "./hours-fields.module.css";
import page from "~/ui/services/service-page.module.css";

const nameOf = (index: number) => `day_${index + 1}`;

/** A line of text a day; with script the bar beside it is painted, which writes the same line. */
export function WeekFields() {
  const { initialValue } = useFormMetadata();
  const list = useRef<HTMLDivElement>(null);
  const days = weekdayNames(pageLocale());
  const [lines, setLines] = useState(() => days.map((_, index) => valueAt(initialValue, nameOf(index))));
  const read = (event: FormEvent<HTMLDivElement>) => {
    const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[name^=day_]")];
    if (inputs.length === days.length) setLines(inputs.map(({ value }) => value));
  };
  const write = (painted: PaintedDay[]) => {
    for (const { day, line } of painted) {
      const input = list.current?.querySelector<HTMLInputElement>(`input[name=${nameOf(day)}]`);
      if (input) input.value = line;
    }
    // The form listens to what is typed: what is painted is said in the same way, once.
    list.current?.querySelector("input")?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div ref={list} className={styles.week} onInput={read}>
      <WeekTrack hours={lines.map((line) => readHours(line) ?? [])} onPaint={write}>
        {days.map((day, index) => (
          <TextField key={day} name={nameOf(index)} label={day} placeholder={t("Closed")} className={styles.line!} />
        ))}
      </WeekTrack>
      <CheckboxField
        className={page.tick}
        name="over_midnight"
        label={t("Allow hours past midnight, such as 20:00-02:00")}
      />
    </div>
  );
}

/** The Hours page of a service: weekly hours, and dates with other ones. */
export function HoursFields({ year, zones }: { year: YearMonth[]; zones: { value: string; label: string }[] }) {
  const dates = useRef<HTMLElement>(null);
  const add = (line: string) => {
    const box = dates.current?.querySelector("textarea");
    if (!box) return;
    box.value = [box.value.trimEnd(), line].filter(Boolean).join("\n");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <>
      <section className={page.card} aria-labelledby="week">
        <h2 id="week">{t("Weekly hours")}</h2>
        <p className={page.lead}>
          {t("Such as 09:00-12:30, 13:30-17:00.")} <span className="needs-script">{t("Or drag on the bars.")}</span>
        </p>
        <WeekFields />
        <SelectField
          name="time_zone"
          label={t("Time zone")}
          options={zones}
          description={t("Where the service takes place. Guests also see times in their own time zone.")}
        />
      </section>
      <section ref={dates} className={page.card} aria-labelledby="dates">
        <h2 id="dates">{t("Date overrides")}</h2>
        <TextAreaField
          name="overrides"
          label={t("Dates, one per line")}
          description={t(
            "2026-12-24 closed · 2026-12-27 to 2026-12-30 10:00-14:00 · several dates: 2027-04-05, 2027-05-17. The last line wins.",
          )}
          rows={4}
          className={styles.overrides}
        />
        <YearPicker year={year} onPick={add} />
      </section>
    </>
  );
}

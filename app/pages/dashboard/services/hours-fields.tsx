import { type FormEvent, useRef, useState } from "react";
import { t } from "~/i18n/text";
import { Select, Textarea, TextInput } from "~/ui/kit/inputs";
import { readHours } from "~/ui/services/hours-text";
import { textOf, Tick, useField } from "~/ui/form/field-state";
import type { YearMonth } from "~/ui/services/service-view";
import { type PaintedDay, WeekTrack } from "./week-track";
import { YearPicker } from "./year-picker";
import styles from "./hours-fields.module.css";
import page from "~/ui/services/service-page.module.css";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const nameOf = (index: number) => `day_${index + 1}`;

/** A line of text a day; with script the bar beside it is painted, which writes the same line. */
export function WeekFields() {
  const { values } = useField("day_1");
  const list = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState(() => DAYS.map((_, index) => textOf(values[nameOf(index)])));
  const read = (event: FormEvent<HTMLDivElement>) => {
    const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[name^=day_]")];
    if (inputs.length === DAYS.length) setLines(inputs.map(({ value }) => value));
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
        {DAYS.map((day, index) => (
          <DayLine key={day} name={nameOf(index)} label={day} />
        ))}
      </WeekTrack>
      <Tick className={page.tick} name="over_midnight" label={t("Hours may go over midnight, such as 20:00-02:00")} />
    </div>
  );
}

function DayLine({ name, label }: { name: string; label: string }) {
  const { input, other } = useField(name);
  return <TextInput {...input} label={label} placeholder={t("Closed")} description={other} className={styles.line} />;
}

/** The Hours page of a service: the usual week, and dates that differ from it. */
export function HoursFields({ year, zones }: { year: YearMonth[]; zones: { value: string; label: string }[] }) {
  const zone = useField("time_zone");
  const { input, other } = useField("overrides");
  const lines = useRef<HTMLTextAreaElement>(null);
  const add = (line: string) => {
    const box = lines.current;
    if (box === null) return;
    box.value = [box.value.trimEnd(), line].filter(Boolean).join("\n");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <>
      <section className={page.card} aria-labelledby="week">
        <h2 id="week">{t("The usual week")}</h2>
        <p className={page.lead}>
          {t("Write 09:00-12:30, 13:30-17:00")}
          <span className="needs-script">{t(", or paint the bars")}</span>.
        </p>
        <WeekFields />
        <Select
          {...zone.input}
          label={t("Time zone of these hours")}
          options={zones}
          description={zone.other ?? t("Where the service is given. Guests see times in their own zone too.")}
        />
      </section>
      <section className={page.card} aria-labelledby="dates">
        <h2 id="dates">{t("Dates that differ")}</h2>
        <Textarea
          {...input}
          ref={lines}
          label={t("A line each; a later line replaces an earlier one")}
          description={
            other ??
            t("2026-12-24 closed · 2026-12-27 to 2026-12-30 10:00-14:00 · several dates: 2027-04-05, 2027-05-17")
          }
          rows={4}
          className={styles.overrides}
        />
        <YearPicker year={year} onPick={add} />
      </section>
    </>
  );
}

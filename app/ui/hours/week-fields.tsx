import { useFormMetadata } from "@conform-to/react";
import { type FormEvent, useRef, useState } from "react";
import { pageLocale, t } from "~/i18n/text";
import { weekdayNames } from "~/i18n/weekdays";
import { readHours } from "./hours-text";
import { CheckboxField, TextField } from "../form/fields";
import { valueAt } from "../form/value-at";
import { type PaintedDay, WeekTrack } from "./week-track";

const nameOf = (index: number) => `day_${index + 1}`;

/**
 * One text line per day; with scripts, a bar next to it can be painted and writes the same line.
 */
export function WeekFields() {
  const { initialValue } = useFormMetadata();
  const list = useRef<HTMLDivElement>(null);
  const days = weekdayNames(pageLocale());
  const [lines, setLines] = useState(() =>
    days.map((_, index) => valueAt(initialValue, nameOf(index))),
  );
  const read = (event: FormEvent<HTMLDivElement>) => {
    const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[name^=day_]")];
    if (inputs.length === days.length) setLines(inputs.map(({ value }) => value));
  };
  const write = (painted: PaintedDay[]) => {
    for (const { day, line } of painted) {
      const input = list.current?.querySelector<HTMLInputElement>(`input[name=${nameOf(day)}]`);
      if (input) input.value = line;
    }
    // Painting dispatches one input event, so the form handles it like typing.
    list.current?.querySelector("input")?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div ref={list} className="flex flex-col gap-2" onInput={read}>
      <WeekTrack hours={lines.map((line) => readHours(line) ?? [])} onPaint={write}>
        {days.map((day, index) => (
          <TextField
            key={day}
            name={nameOf(index)}
            label={day}
            placeholder={t("Closed")}
            className="grid grid-cols-[5.75rem_minmax(0,1fr)] gap-x-2 gap-y-0 items-center [&>label]:m-0 [&>:not(label,:nth-child(2))]:col-2"
          />
        ))}
      </WeekTrack>
      <CheckboxField
        name="over_midnight"
        label={t("Allow hours past midnight, such as 20:00-02:00")}
      />
    </div>
  );
}

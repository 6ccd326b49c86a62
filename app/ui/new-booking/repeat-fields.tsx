import type { ChangeEvent } from "react";
import { MAX_SERIES_DATES } from "~/contract/limits";
import { msg, plural, t } from "~/i18n/text";
import { Button } from "../kit/button";
import { Select, TextInput } from "../kit/inputs";
import { type DeskState, REPEAT_UNITS, type RepeatState, REPEATS } from "./desk-state";

const WORDS: Record<(typeof REPEATS)[number], string> = {
  daily: msg("Every day"),
  weekly: msg("Every week"),
  two_weeks: msg("Every 2 weeks"),
  month_day: msg("Every month, same date"),
  month_weekday: msg("Every month, same weekday"),
  custom: msg("Other interval"),
};
const UNITS: Record<(typeof REPEAT_UNITS)[number], string> = {
  day: msg("days"),
  week: msg("weeks"),
  month: msg("months"),
};

interface RepeatFieldsProps {
  state: DeskState;
  onChange: (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => void;
}

/** How often the chosen time repeats, with the state of every date before it is booked. */
export function RepeatFields({ state: { repeat, today }, onChange }: RepeatFieldsProps) {
  const isRepeated = repeat.repeat !== "";
  return (
    <section aria-label={t("Repeat")} className="flex flex-col gap-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 items-end">
        <Select name="repeat" label={t("Repeat")} defaultValue={repeat.repeat} onChange={onChange}>
          <option value="">{t("Never")}</option>
          {REPEATS.map((each) => (
            <option key={each} value={each}>
              {t(WORDS[each])}
            </option>
          ))}
        </Select>
        {repeat.repeat === "custom" && (
          <>
            <TextInput
              type="number"
              name="repeat_interval"
              label={t("Every")}
              min={1}
              max={99}
              defaultValue={repeat.interval}
              onChange={onChange}
            />
            <Select
              name="repeat_unit"
              aria-label={t("Days, weeks or months")}
              defaultValue={repeat.unit}
              onChange={onChange}
            >
              {REPEAT_UNITS.map((each) => (
                <option key={each} value={each}>
                  {t(UNITS[each])}
                </option>
              ))}
            </Select>
          </>
        )}
        {isRepeated && (
          <>
            <TextInput
              type="number"
              name="repeat_count"
              label={t("Number of dates")}
              min={2}
              max={MAX_SERIES_DATES}
              defaultValue={repeat.count}
              onChange={onChange}
            />
            <TextInput
              type="date"
              name="repeat_until"
              label={t("Or until (optional)")}
              min={today}
              defaultValue={repeat.until}
              onChange={onChange}
            />
            <Select
              name="if_taken"
              label={t("Taken dates")}
              defaultValue={repeat.if_taken}
              onChange={onChange}
            >
              <option value="skip">{t("Leave out")}</option>
              <option value="nearest">{t("Nearest time that day")}</option>
              <option value="all">{t("Book none")}</option>
            </Select>
          </>
        )}
        <noscript>
          <Button type="submit" formNoValidate>
            {t("Check dates")}
          </Button>
        </noscript>
      </div>
      {isRepeated && <RepeatDates repeat={repeat} />}
    </section>
  );
}

function RepeatDates({ repeat: { dates, problem } }: { repeat: RepeatState }) {
  if (problem !== null)
    return (
      <p role="alert" className="m-0 text-bad text-sm">
        {problem}
      </p>
    );
  if (dates.length === 0) return null;
  const free = dates.filter(({ is_free }) => is_free).length;
  return (
    <div role="status">
      <p className="m-0 mb-1.5 text-[0.8125rem] font-medium leading-[1.125rem]">
        {plural(
          dates.length,
          "{{free}} of {{count}} date is free",
          "{{free}} of {{count}} dates are free",
          {
            free,
          },
        )}
      </p>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-x-4 gap-y-1 m-0 p-0 list-none text-[0.8125rem] leading-[1.25rem]">
        {dates.map(({ no, when, is_free, words }) => (
          <li key={no} className="flex flex-wrap gap-x-2">
            <span className={is_free ? "" : "text-muted line-through"}>{when}</span>
            {is_free ? (
              <span className="text-muted">{t("Free")}</span>
            ) : (
              <span className="text-bad">{words}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

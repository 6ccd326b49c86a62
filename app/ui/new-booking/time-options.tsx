import type { ReactNode } from "react";
import { msg, t } from "~/i18n/text";
import { byDay } from "../booking/time-choices";
import { CUSTOM, type DayPart, type DeskState, type DeskTime, NOW } from "./desk-state";

const PARTS: Record<DayPart, string> = {
  morning: msg("Morning"),
  afternoon: msg("Afternoon"),
  evening: msg("Evening"),
};

interface TimeOptionsProps {
  state: DeskState;
  title: string;
  times: readonly DeskTime[];
  chosen: string;
  onChoose: (value: string) => void;
  /** Shown under the custom time. */
  children: ReactNode;
}

/** Free times by day and part of day, "now", and a custom time. */
export function TimeOptions({ state, title, times, chosen, onChoose, children }: TimeOptionsProps) {
  const choice = { chosen, onChoose };
  return (
    <fieldset className="group/times min-w-0 m-0 p-0 border-0 [&_legend]:p-0 [&_legend]:pb-1.5 [&_legend]:text-[0.875rem] [&_legend]:font-semibold [&_legend]:leading-[1.25rem] [&>*+*]:mt-3">
      <legend>{title}</legend>
      {state.now && (
        <div className="flex flex-wrap gap-1.5">
          <Option value={NOW} time={t("Now")} more={state.now.more} {...choice} />
        </div>
      )}
      {byDay(times).map(({ day, choices }) => (
        <div key={day} role="group" aria-label={day}>
          <p
            className="m-0 mb-1.5 text-[0.8125rem] font-medium leading-[1.125rem]"
            aria-hidden="true"
          >
            {day}
          </p>
          {(Object.keys(PARTS) as DayPart[]).map((part) => {
            const options = (choices as DeskTime[]).filter((time) => time.part === part);
            return (
              options.length > 0 && (
                <div
                  key={part}
                  role="group"
                  aria-label={t(PARTS[part])}
                  className="grid grid-cols-[6rem_minmax(0,1fr)] gap-2 [&+&]:mt-1.5 max-md:grid-cols-[minmax(0,1fr)] max-md:gap-0"
                >
                  <span
                    className="text-muted text-[0.8125rem] leading-[2rem] max-md:leading-[2.5rem]"
                    aria-hidden="true"
                  >
                    {t(PARTS[part])}
                  </span>
                  <div className="flex flex-wrap gap-1.5">
                    {options.map(({ slot_id, time, more, description }) => (
                      <Option
                        key={slot_id}
                        value={slot_id}
                        time={time}
                        more={more}
                        description={description}
                        {...choice}
                      />
                    ))}
                  </div>
                </div>
              )
            );
          })}
        </div>
      ))}
      {state.parts.length === 0 && (
        <div className="flex flex-wrap gap-1.5">
          <Option value={CUSTOM} time={t("Custom time")} more="" {...choice} />
        </div>
      )}
      <div className="hidden group-[:has(input[value='custom']:checked)]/times:block">
        {children}
      </div>
    </fieldset>
  );
}

interface OptionProps {
  value: string;
  time: string;
  more: string;
  /** Full text in one line, if more than what is visible. */
  description?: string;
  chosen: string;
  onChoose: (value: string) => void;
}

function Option({ value, time, more, description, chosen, onChoose }: OptionProps) {
  return (
    <label className="group/option inline-flex items-center gap-1.5 min-h-8 py-1 px-3 border border-faint rounded-[0.375rem] bg-surface text-[0.875rem] leading-[1.25rem] cursor-pointer hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:[box-shadow:inset_0_0_0_1px_var(--accent)] has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 max-md:min-h-10">
      <input
        className="absolute opacity-0"
        type="radio"
        name="time"
        value={value}
        aria-label={description}
        checked={value === chosen}
        onChange={() => onChoose(value)}
      />
      <span className="font-semibold">{time}</span>
      {more !== "" && (
        <span className="text-muted text-[0.8125rem] font-normal group-[:has(:checked)]/option:text-text">
          {more}
        </span>
      )}
    </label>
  );
}

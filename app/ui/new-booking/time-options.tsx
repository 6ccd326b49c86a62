import type { ReactNode } from "react";
import { msg, t } from "~/i18n/text";
import { byDay } from "../booking/time-choices";
import { CUSTOM, type DayPart, type DeskState, type DeskTime, NOW } from "./desk-state";
import styles from "./new-booking.module.css";

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
    <fieldset className={styles.times}>
      <legend>{title}</legend>
      {state.now && (
        <div className={styles.row}>
          <Option value={NOW} time={t("Now")} more={state.now.more} {...choice} />
        </div>
      )}
      {byDay(times).map(({ day, choices }) => (
        <div key={day} role="group" aria-label={day} className={styles.day}>
          <p aria-hidden="true">{day}</p>
          {(Object.keys(PARTS) as DayPart[]).map((part) => {
            const options = (choices as DeskTime[]).filter((time) => time.part === part);
            return (
              options.length > 0 && (
                <div key={part} role="group" aria-label={t(PARTS[part])} className={styles.part}>
                  <span aria-hidden="true">{t(PARTS[part])}</span>
                  <div className={styles.row}>
                    {options.map(({ slot_id, time, more, says }) => (
                      <Option
                        key={slot_id}
                        value={slot_id}
                        time={time}
                        more={more}
                        says={says}
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
      <div className={styles.row}>
        <Option value={CUSTOM} time={t("Custom time")} more="" {...choice} />
      </div>
      <div className={styles.custom}>{children}</div>
    </fieldset>
  );
}

interface OptionProps {
  value: string;
  time: string;
  more: string;
  /** Full text in one line, if more than what is visible. */
  says?: string;
  chosen: string;
  onChoose: (value: string) => void;
}

function Option({ value, time, more, says, chosen, onChoose }: OptionProps) {
  return (
    <label className={styles.option}>
      <input
        type="radio"
        name="time"
        value={value}
        aria-label={says}
        checked={value === chosen}
        onChange={() => onChoose(value)}
      />
      <span className={styles.clock}>{time}</span>
      {more !== "" && <span className={styles.more}>{more}</span>}
    </label>
  );
}

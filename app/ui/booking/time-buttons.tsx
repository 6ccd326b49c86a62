import { useId } from "react";
import { byDay, type TimeChoice } from "./time-choices";
import styles from "./time-buttons.module.css";

interface TimeButtonsProps {
  title: string;
  choices: readonly TimeChoice[];
  /** Field name; defaults to "slot_id". */
  name?: string;
  /** Posts to this path from a form that otherwise queries. */
  postTo?: string;
  /** Focused on load, so Enter picks the first time. */
  focused?: boolean;
}

/** Renders times as submit buttons of the surrounding form; each sends its `slot_id`. */
export function TimeButtons({
  title,
  choices,
  name = "slot_id",
  postTo,
  focused = false,
}: TimeButtonsProps) {
  const id = useId();
  if (choices.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id} className={styles.times}>
      <p id={id} className={styles.title}>
        {title}
      </p>
      {byDay(choices).map(({ day, choices: here }, index) => (
        <div key={day} className={styles.day}>
          {day !== title && <p className={styles.name}>{day}</p>}
          <div className={styles.row}>
            {here.map((choice, place) => (
              <button
                key={choice.slot_id}
                type="submit"
                name={name}
                value={choice.slot_id}
                {...(postTo !== undefined && { formMethod: "post", formAction: postTo })}
                className={styles.time}
                aria-label={choice.says}
                autoFocus={focused && index === 0 && place === 0}
              >
                <span className={styles.clock}>{choice.time}</span>
                <span className={styles.more}>{choice.more}</span>
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

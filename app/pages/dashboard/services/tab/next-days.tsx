import { t } from "~/i18n/text";
import type { PreviewView } from "~/ui/services/service-view";
import styles from "./next-days.module.css";

interface NextDaysProps {
  preview: PreviewView;
  /** A newer preview is loading. */
  is_waiting: boolean;
  /** Why the current input can't be previewed. */
  problem: string | null;
}

/** The next 14 days as guests would see them: a bar per day, a mark per time. */
export function NextDays({
  preview: { scale, days, lengths, limit },
  is_waiting,
  problem,
}: NextDaysProps) {
  return (
    <section aria-labelledby="next-days" className={styles.card} aria-busy={is_waiting}>
      <h2 id="next-days" className={styles.title}>
        {t("Next 14 days")}
      </h2>
      <p className={styles.lead}>{problem ?? t("What guests can book with these settings")}</p>
      <div className={styles.scale} aria-hidden="true">
        {scale.map(({ label, at }) => (
          <span key={at} style={{ insetInlineStart: `${at}%` }}>
            {label}
          </span>
        ))}
      </div>
      <ol className={styles.days}>
        {days.map(({ date, label, says, open, times }) => (
          <li key={date} className={styles.day}>
            <span className={styles.date}>{label}</span>
            <span className={styles.track} aria-hidden="true">
              {open.map(({ at, width }) => (
                <span
                  key={at}
                  className={styles.open}
                  style={{ insetInlineStart: `${at}%`, width: `${width}%` }}
                />
              ))}
              {times.map((time) => (
                <span
                  key={time.label}
                  className={styles.time}
                  style={{ insetInlineStart: `${time.at}%` }}
                  title={time.label}
                />
              ))}
            </span>
            <span className={styles.says} data-none={times.length === 0}>
              {says}
              {times.length > 0 && (
                <span className="hidden-text">: {times.map((time) => time.label).join(", ")}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {lengths.length > 0 && (
        <ul className={styles.lengths} aria-label={t("Lengths")}>
          {lengths.map((length) => (
            <li key={length}>{length}</li>
          ))}
        </ul>
      )}
      {limit !== null && <p className={styles.lead}>{limit}</p>}
    </section>
  );
}

import { clockFormat } from "~/i18n/clock-format";
import { useLive } from "./use-live";
import styles from "./as-of.module.css";

/** Keeps the page up to date, and says of when it is, in the company's time as all else on it. */
export function AsOf({ locale, time_zone }: { locale: string; time_zone: string }) {
  const { as_of, is_live } = useLive();
  if (as_of === null) return null;
  const time = clockFormat(locale, time_zone).format(as_of);
  return (
    <p className={styles.asOf} data-live={is_live || undefined}>
      As of {time}
      {!is_live && ", renewed every 15 seconds"}
    </p>
  );
}

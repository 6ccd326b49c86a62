import { useLive } from "./use-live";
import styles from "./as-of.module.css";

/** Keeps the page up to date, and says of when it is. */
export function AsOf({ locale }: { locale: string }) {
  const { as_of, is_live } = useLive();
  if (as_of === null) return null;
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(as_of);
  return (
    <p className={styles.asOf} data-live={is_live || undefined}>
      As of {time}
      {!is_live && ", renewed every 15 seconds"}
    </p>
  );
}

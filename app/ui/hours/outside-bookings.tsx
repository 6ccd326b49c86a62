import { Link } from "@remix-run/react";
import { useId } from "react";
import { plural, t } from "~/i18n/text";
import { Icon } from "../icon";
import type { OutsideLines } from "./outside-lines";
import styles from "./outside-bookings.module.css";

/** Inside a form: bookings its hours would exclude. They are kept. */
export function OutsideBookings({ bookings, total }: OutsideLines) {
  const id = useId();
  if (total === 0)
    return (
      <p className={styles.none} role="status">
        <Icon name="check" size={18} />
        {t("All bookings fit.")}
      </p>
    );
  const others = total - bookings.length;
  return (
    <section aria-labelledby={id} className={styles.card}>
      <h3 id={id} className={styles.title}>
        <Icon name="warning" />
        {plural(total, "{{count}} booking doesn’t fit", "{{count}} bookings don’t fit")}
      </h3>
      <p className={styles.lead}>
        {t("They stay, and no guest is emailed. Move or cancel them one by one.")}
      </p>
      <ul className={styles.list}>
        {bookings.map(({ id: booking, name, when }) => (
          <li key={booking}>
            <Link to={`/dashboard/bookings/${booking}`}>{name}</Link>
            <span>{when}</span>
          </li>
        ))}
        {others > 0 && <li>{plural(others, "and {{count}} more", "and {{count}} more")}</li>}
      </ul>
      <input type="hidden" name="kept" value={total} />
    </section>
  );
}

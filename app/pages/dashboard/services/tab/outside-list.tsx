import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { Select } from "~/ui/kit/inputs";
import type { Choices } from "./choices";
import type { OutsideView } from "~/ui/services/service-view";
import styles from "./outside-list.module.css";

interface OutsideListProps {
  outside: OutsideView;
  choices: Choices;
  notify: boolean;
  names: string;
}

/** The dry run: each booking that the new rules leave outside, with what is to become of it. */
export function OutsideList({ outside, choices, notify, names }: OutsideListProps) {
  const { bookings, others, refunds } = outside;
  if (bookings.length === 0)
    return (
      <p className={styles.none}>
        <Icon name="check" size={18} />
        {t("All bookings fit into these rules.")}
      </p>
    );
  return (
    <section aria-labelledby="outside" className={styles.card}>
      <h2 id="outside" className={styles.title}>
        <Icon name="warning" />
        {bookings.length + others === 1
          ? t("1 booking does")
          : t("{value} bookings do", { value: bookings.length + others })}{" "}
        {t("not fit")}
      </h2>
      <p className={styles.lead}>{t("Decide for each one. Nothing happens before you save.")}</p>
      <ul className={styles.list}>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <fieldset className={styles.booking}>
              <legend className={styles.who}>
                <Link to={`/dashboard/bookings/${booking.id}`}>{booking.name}</Link>
                <span>
                  {booking.when} · {booking.resource}
                </span>
              </legend>
              <div className={styles.wishes}>
                <Wish id={booking.id} value="keep" label={t("Keep")} chosen={choices[booking.id] ?? "keep"} />
                {booking.places.length > 0 && (
                  <Wish id={booking.id} value="move" label={t("Move")} chosen={choices[booking.id] ?? "keep"} />
                )}
                <Wish id={booking.id} value="cancel" label={t("Cancel")} chosen={choices[booking.id] ?? "keep"} />
                {booking.places.length > 0 && (
                  <Select
                    className={styles.place}
                    name={`target.${booking.id}`}
                    aria-label={t("Move {name} to", { name: booking.name })}
                    options={booking.places}
                  />
                )}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className={styles.lead}>
          {others === 1 ? t("1 more is") : t("{others} more are", { others })}{" "}
          {t("kept. You find them on Today, to move or cancel.")}
        </p>
      )}
      {refunds !== "" && (
        <p className={styles.lead}>
          {t("By your policy {refunds} goes back to those who are cancelled.", { refunds })}
        </p>
      )}
      <label className={styles.mail}>
        <input type="checkbox" name="notify" defaultChecked={notify} />
        <span>
          {names === "" ? t("Mail the guests who are moved or cancelled") : t("Mail {names} about it", { names })}
        </span>
      </label>
    </section>
  );
}

function Wish({ id, value, label, chosen }: { id: string; value: string; label: string; chosen: string }) {
  return (
    <label className={styles.wish}>
      <input type="radio" name={`choice.${id}`} value={value} defaultChecked={value === chosen} />
      {label}
    </label>
  );
}

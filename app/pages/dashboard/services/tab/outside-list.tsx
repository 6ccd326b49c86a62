import { Link } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
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

/** Dry run: bookings outside the new rules, each with a choice. */
export function OutsideList({ outside, choices, notify, names }: OutsideListProps) {
  const { bookings, others, refunds } = outside;
  if (bookings.length === 0)
    return (
      <p className={styles.none}>
        <Icon name="check" size={18} />
        {t("All bookings fit.")}
      </p>
    );
  return (
    <section aria-labelledby="outside" className={styles.card}>
      <h2 id="outside" className={styles.title}>
        <Icon name="warning" />
        {plural(
          bookings.length + others,
          "{count} booking doesn’t fit",
          "{count} bookings don’t fit",
        )}
      </h2>
      <p className={styles.lead}>{t("Choose for each. Nothing happens until you save.")}</p>
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
                <Wish
                  id={booking.id}
                  value="keep"
                  label={t("Keep")}
                  chosen={choices[booking.id] ?? "keep"}
                />
                {booking.places.length > 0 && (
                  <Wish
                    id={booking.id}
                    value="move"
                    label={t("Move")}
                    chosen={choices[booking.id] ?? "keep"}
                  />
                )}
                <Wish
                  id={booking.id}
                  value="cancel"
                  label={t("Cancel booking")}
                  chosen={choices[booking.id] ?? "keep"}
                />
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
          {plural(
            others,
            "{count} more is kept. Move or cancel it from Today.",
            "{count} more are kept. Move or cancel them from Today.",
          )}
        </p>
      )}
      {refunds !== "" && (
        <p className={styles.lead}>
          {t("Cancelling refunds {amount}, by your policy.", { amount: refunds })}
        </p>
      )}
      <label className={styles.mail}>
        <input type="checkbox" name="notify" defaultChecked={notify} />
        <span>
          {names === ""
            ? t("Email guests who are moved or cancelled")
            : t("Email {names} about it", { names })}
        </span>
      </label>
    </section>
  );
}

function Wish({
  id,
  value,
  label,
  chosen,
}: {
  id: string;
  value: string;
  label: string;
  chosen: string;
}) {
  return (
    <label className={styles.wish}>
      <input type="radio" name={`choice.${id}`} value={value} defaultChecked={value === chosen} />
      {label}
    </label>
  );
}

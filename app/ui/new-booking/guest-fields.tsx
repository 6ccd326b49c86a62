import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { TextInput } from "../kit/inputs";
import { Icon } from "../icon";
import type { DeskState } from "./desk-state";
import type { Desk } from "./use-desk";
import styles from "./new-booking.module.css";

interface GuestFieldsProps {
  state: DeskState;
  desk: Desk;
  /** Previous input, or `otherwise`. */
  typed: (name: string, otherwise: string) => string;
}

const NOBODY = {
  customer: null,
  new: null,
  walk_in: null,
  q: null,
  name: null,
  email: null,
  phone: null,
};

/** The guest: a known customer, or fields for a new one. */
export function GuestFields({ state, desk, typed }: GuestFieldsProps) {
  const { guest } = state;
  if (guest.kind === "none") return null;
  const change = (
    <Link to={desk.pathTo(NOBODY)} className={styles.change!} replace>
      {t("Change guest")}
    </Link>
  );
  if (guest.kind === "known")
    return (
      <section aria-label={t("Guest")} className={styles.guest}>
        <Icon name="people" />
        <div className={styles.who}>
          <strong>{guest.name}</strong>
          <span>{[guest.phone, guest.email].filter(Boolean).join(" · ")}</span>
          <span>{guest.visits}</span>
        </div>
        {change}
        <input type="hidden" name="customer" value={guest.id} />
        <input type="hidden" name="name" value={guest.name} />
        <input type="hidden" name="email" value={guest.email} />
        <input type="hidden" name="phone" value={guest.phone} />
      </section>
    );
  return (
    <fieldset className={styles.newGuest}>
      <legend>{t("New guest")}</legend>
      <input type="hidden" name="new" value="1" />
      <input type="hidden" name="q" value={state.q} />
      <div className={styles.fields}>
        <TextInput
          name="name"
          label={t("Name")}
          maxLength={120}
          defaultValue={typed("name", guest.name)}
          autoComplete="off"
          autoFocus={guest.name === ""}
        />
        <TextInput
          name="phone"
          type="tel"
          label={t("Phone")}
          maxLength={32}
          defaultValue={typed("phone", guest.phone)}
          autoComplete="off"
        />
        <TextInput
          name="email"
          type="email"
          label={t("Email")}
          maxLength={254}
          defaultValue={typed("email", guest.email)}
          autoComplete="off"
        />
      </div>
      {change}
    </fieldset>
  );
}

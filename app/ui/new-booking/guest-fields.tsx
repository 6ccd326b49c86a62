import { type ChangeEvent, useEffect, useRef } from "react";
import { t } from "~/i18n/text";
import { Button } from "../kit/button";
import { Select, TextInput } from "../kit/inputs";
import type { DeskState } from "./desk-state";
import styles from "./new-booking.module.css";

interface GuestFieldsProps {
  state: DeskState;
  /** What was typed before, or `otherwise`. */
  said: (name: string, otherwise: string) => string;
}

/** Who comes, as the form sends it: a guest who is known, or the fields of a new one. */
export function GuestFields({ state, said }: GuestFieldsProps) {
  const { guest } = state;
  if (guest.kind === "none") return null;
  return guest.kind === "known" ? (
    <>
      <input type="hidden" name="customer" value={guest.id} />
      <input type="hidden" name="name" value={guest.name} />
      <input type="hidden" name="email" value={guest.email} />
      <input type="hidden" name="phone" value={guest.phone} />
    </>
  ) : (
    <fieldset className={styles.fields}>
      <legend>{t("New guest")}</legend>
      <input type="hidden" name="new" value="1" />
      <input type="hidden" name="q" value={state.q} />
      <TextInput
        name="name"
        label={t("Name")}
        maxLength={120}
        defaultValue={said("name", guest.name)}
        autoComplete="off"
        autoFocus={guest.name === ""}
      />
      <TextInput
        name="email"
        type="email"
        label={t("E-mail")}
        maxLength={254}
        defaultValue={said("email", guest.email)}
        autoComplete="off"
        autoFocus={guest.name !== "" && guest.email === ""}
      />
      <TextInput
        name="phone"
        type="tel"
        label={t("Telephone")}
        maxLength={32}
        defaultValue={said("phone", guest.phone)}
        autoComplete="off"
      />
    </fieldset>
  );
}

interface SlotSearchFieldsProps {
  state: DeskState;
  onChange: (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => void;
}

/** What is looked for: the service, with whom, for how many, on which day. */
export function SlotSearchFields({ state, onChange }: SlotSearchFieldsProps) {
  const { services, resources, service, resource, party, day, today } = state;
  const people = useRef<HTMLInputElement>(null);
  // How many come can be said in the search too; where it is typed here, it stays as it is typed.
  useEffect(() => {
    if (people.current && people.current !== document.activeElement) people.current.value = String(party);
  }, [party]);
  return (
    <div className={styles.fields}>
      <Select name="service" label={t("Service")} defaultValue={service} onChange={onChange}>
        <option value="">{t("Any service")}</option>
        {services.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select name="resource" label={t("With")} defaultValue={resource} onChange={onChange}>
        <option value="">{t("Anyone")}</option>
        {resources.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TextInput
        type="number"
        name="party_size"
        ref={people}
        label={t("People")}
        min={1}
        max={500}
        defaultValue={party}
        onChange={onChange}
      />
      <TextInput
        type="date"
        name="day"
        label={t("Day (any, if empty)")}
        min={today}
        defaultValue={day}
        onChange={onChange}
      />
      <noscript>
        <Button type="submit">{t("Show times")}</Button>
      </noscript>
    </div>
  );
}

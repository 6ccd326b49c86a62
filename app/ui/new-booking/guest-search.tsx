import { Form, Link } from "@remix-run/react";
import { type ChangeEvent, type FormEvent, useEffect, useRef } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
import { Button } from "../kit/button";
import { TextInput } from "../kit/inputs";
import { type DeskState, CUSTOM_TIME } from "./desk-state";
import type { Desk } from "./use-desk";
import styles from "./new-booking.module.css";

const TYPING_MS = 200;
/** What a new search keeps of the address. */
const KEPT = ["service", "resource", "party_size", "day", "slot", ...CUSTOM_TIME];

/** Who the booking is for: type a part of the name or number; Enter takes the first who matches, or what was typed as a new guest. */
export function GuestSearch({ state, desk }: { state: DeskState; desk: Desk }) {
  const { guest, q, matches, is_wish } = state;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const onChange = ({ currentTarget: { form, value } }: ChangeEvent<HTMLInputElement>) => {
    clearTimeout(timer.current);
    const isWorth = form !== null && value.trim().length !== 1;
    if (isWorth) timer.current = setTimeout(() => desk.ask(askedOf(form)), TYPING_MS);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current);
    if (desk.pick === null) return;
    event.preventDefault();
    desk.pick(askedOf(event.currentTarget));
  };
  if (guest.kind === "known")
    return (
      <section aria-label={t("Customer")} className={styles.guest}>
        <Icon name="people" />
        <div className={styles.who}>
          <strong>{guest.name}</strong>
          <span>{[guest.phone, guest.email].filter(Boolean).join(" · ")}</span>
          <span>{guest.visits}</span>
        </div>
        <Link to={desk.pathTo({ customer: null, new: null, q: null })} className={styles.change!} replace>
          {t("Someone else")}
        </Link>
      </section>
    );
  const kept = [...new URLSearchParams(desk.search)].filter(([name]) => KEPT.includes(name));
  return (
    <Form method="get" role="search" aria-label={t("Customer")} className={styles.search!} onSubmit={onSubmit}>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.line}>
        <TextInput
          name="q"
          type="search"
          label={t("Who is it for?")}
          description={t("A part of the name, the telephone or the e-mail, then Enter")}
          defaultValue={q}
          maxLength={100}
          autoComplete="off"
          autoFocus={guest.kind === "none"}
          onChange={onChange}
        />
        <Button type="submit" name="pick" value="1">
          {matches[0] ? (
            <span>
              {t("Take")} <bdi>{matches[0].name}</bdi>
            </span>
          ) : is_wish ? (
            t("Show times")
          ) : (
            t("New guest")
          )}
        </Button>
      </div>
      {q !== "" && guest.kind === "none" && !is_wish && (
        <div className={styles.matches}>
          <p role="status" className={styles.hint}>
            {matches.length === 0 ? (
              <>
                {t("Nobody is called “")}
                <bdi>{q}</bdi>
                {t("” yet. Enter makes a new guest.")}
              </>
            ) : (
              t("Enter takes the first.")
            )}
          </p>
          {matches.length > 0 && (
            <ul>
              {matches.map(({ id, name, contact }) => (
                <li key={id} data-row>
                  <Link to={desk.pathTo({ customer: id, new: null })} replace>
                    <bdi>{name}</bdi>
                  </Link>
                  <span>{contact}</span>
                </li>
              ))}
              <li data-row>
                <Link to={desk.pathTo({ customer: null, new: "1" })} replace>
                  {t("New guest:")} <bdi>{q}</bdi>
                </Link>
              </li>
            </ul>
          )}
        </div>
      )}
    </Form>
  );
}

function askedOf(form: HTMLFormElement): URLSearchParams {
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

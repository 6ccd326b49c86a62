import { Button, TextInput } from "@mantine/core";
import { Form, Link, useSubmit } from "@remix-run/react";
import { type ChangeEvent, useEffect, useRef } from "react";
import { Icon } from "../icon";
import { deskPath, type DeskState } from "./desk-state";
import styles from "./new-booking.module.css";

const TYPING_MS = 200;
/** What a new search keeps of the address. */
const KEPT = ["service", "resource", "party_size", "day", "slot"];

/** Who the booking is for: type a part of the name or number; Enter takes the first who matches, or what was typed as a new guest. */
export function GuestSearch({ state, search }: { state: DeskState; search: string }) {
  const { guest, q, matches } = state;
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const onChange = ({ currentTarget: { form, value } }: ChangeEvent<HTMLInputElement>) => {
    clearTimeout(timer.current);
    const isWorth = form !== null && value.trim().length !== 1;
    if (isWorth) timer.current = setTimeout(() => submit(form, { replace: true, preventScrollReset: true }), TYPING_MS);
  };
  if (guest.kind === "known")
    return (
      <section aria-label="Customer" className={styles.guest}>
        <Icon name="people" />
        <div className={styles.who}>
          <strong>{guest.name}</strong>
          <span>{[guest.phone, guest.email].filter(Boolean).join(" · ")}</span>
          <span>{guest.visits}</span>
        </div>
        <Link to={deskPath(search, { customer: null, new: null, q: null })} className={styles.change!}>
          Someone else
        </Link>
      </section>
    );
  const kept = [...new URLSearchParams(search)].filter(([name]) => KEPT.includes(name));
  return (
    <Form
      method="get"
      role="search"
      aria-label="Customer"
      className={styles.search!}
      onSubmit={() => clearTimeout(timer.current)}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.line}>
        <TextInput
          name="q"
          size="lg"
          type="search"
          label="Who is it for?"
          description="A part of the name, the telephone or the e-mail, then Enter"
          defaultValue={q}
          maxLength={100}
          autoComplete="off"
          autoFocus={guest.kind === "none"}
          onChange={onChange}
        />
        <Button type="submit" name="pick" value="1" size="lg" variant="default">
          {matches.length > 0 ? `Take ${matches[0]?.name}` : "New guest"}
        </Button>
      </div>
      {q !== "" && guest.kind === "none" && (
        <div className={styles.matches}>
          <p role="status" className={styles.hint}>
            {matches.length === 0 ? `Nobody is called “${q}” yet. Enter makes a new guest.` : "Enter takes the first."}
          </p>
          {matches.length > 0 && (
            <ul>
              {matches.map(({ id, name, contact }) => (
                <li key={id} data-row>
                  <Link to={deskPath(search, { customer: id, new: null })}>{name}</Link>
                  <span>{contact}</span>
                </li>
              ))}
              <li data-row>
                <Link to={deskPath(search, { customer: null, new: "1" })}>New guest: {q}</Link>
              </li>
            </ul>
          )}
        </div>
      )}
    </Form>
  );
}

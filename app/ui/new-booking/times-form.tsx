import { type ChangeEvent, type FormEvent, type KeyboardEvent, useRef } from "react";
import { t } from "~/i18n/text";
import { TimeButtons } from "../booking/time-buttons";
import type { TimeChoice } from "../booking/time-choices";
import { Draft } from "../drafts/draft";
import { type DeskState, CUSTOM_TIME } from "./desk-state";
import { GuestFields, SlotSearchFields } from "./guest-fields";
import { MoreFields } from "./more-fields";
import type { Desk } from "./use-desk";
import styles from "./new-booking.module.css";

interface TimesFormProps {
  state: DeskState;
  desk: Desk;
  alternatives: TimeChoice[];
  typed: Record<string, unknown> | null | undefined;
}

/** What the address keeps of what is chosen. */
const IN_ADDRESS = ["service", "resource", "party_size", "day"];

/** The field of a time that is chosen before it is known for whom. */
const CHOSEN = "slot";

/**
 * When, and for a new guest who. One form: to ask for other times keeps what is typed, a time's button books it; before it is known who
 * comes, it is kept until then.
 */
export function TimesForm({ state, desk, alternatives, typed }: TimesFormProps) {
  const { guest, day, times, full } = state;
  const form = useRef<HTMLFormElement>(null);
  const { Form, postTo } = desk;
  const said = (name: string, otherwise: string) =>
    typeof typed?.[name] === "string" ? String(typed[name]) : otherwise;
  /** Shows other times at once; what is typed goes along. */
  const onChange = ({ currentTarget }: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => {
    if (currentTarget.form && currentTarget.checkValidity()) desk.ask(askedOf(currentTarget.form, desk.search));
  };
  /** In a drawer what is asked for goes through the address of the page below. */
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent; // as every submit event is
    if (desk.to === null || submitter?.getAttribute("formmethod") === "post") return;
    event.preventDefault();
    const asked = askedOf(event.currentTarget, desk.search);
    if (submitter instanceof HTMLButtonElement && submitter.name === CHOSEN) asked.set(CHOSEN, submitter.value);
    desk.ask(asked);
  };
  /** Enter in a field books the first time, as the button it stands on would. */
  const onKeyDown = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement && !["date", "number", "time"].includes(event.target.type);
    if (event.key !== "Enter" || event.ctrlKey || !isField) return;
    event.preventDefault();
    const first = form.current?.querySelector<HTMLButtonElement>("button[name=slot_id]");
    if (first) form.current?.requestSubmit(first);
  };
  const isOpen = guest.kind === "none";
  const shown = alternatives.length > 0 ? alternatives : times;
  const title =
    isOpen && state.slot !== null
      ? "Chosen: type the guest’s name above"
      : alternatives.length > 0
        ? "Still free"
        : day === ""
          ? "First free times"
          : "Free times";
  return (
    <Form ref={form} method="get" className={styles.form!} onKeyDown={onKeyDown} onSubmit={onSubmit}>
      {!isOpen && <Draft name={`new booking ${guest.kind === "known" ? guest.id : state.q}`} except={IN_ADDRESS} />}
      {desk.to !== null && <input type="hidden" name="to" value={desk.to} />}
      <input type="hidden" name="key" value={state.key} />
      <GuestFields state={state} said={said} />
      <SlotSearchFields state={state} onChange={onChange} />
      {isOpen ? (
        <TimeButtons title={title} choices={shown} name={CHOSEN} />
      ) : (
        <TimeButtons title={title} choices={shown} postTo={postTo} focused={guest.kind === "known"} />
      )}
      {shown.length === 0 && (
        <p role="status" className={styles.hint}>
          {day === "" ? t("No free time in sight.") : t("No free time on this day.")}{" "}
          {t("Try another day, someone else, or fewer people.")}
        </p>
      )}
      {shown.length === 0 && !isOpen && (
        <TimeButtons title={t("Full: wait for a place")} choices={full} name="wait_slot_id" postTo={postTo} />
      )}
      {!isOpen && <MoreFields state={state} postTo={postTo} typed={said} />}
    </Form>
  );
}

/** What the address keeps of the form, nothing empty and no key, and of a time of its own. */
function askedOf(form: HTMLFormElement, search: string): URLSearchParams {
  const kept = ["customer", "new", "q", "name", "email", "phone", "service", "resource", "party_size", "day", "notes"];
  const isKnown = form.elements.namedItem("customer") !== null;
  const given = [...new FormData(form)].filter(
    ([name, value]) =>
      kept.includes(name) &&
      (value !== "" || name === "service") &&
      !(isKnown && ["name", "email", "phone"].includes(name)),
  );
  const customTime = [...new URLSearchParams(search)].filter(([name]) => CUSTOM_TIME.includes(name));
  return new URLSearchParams([
    ...customTime,
    ...given.map(([name, value]) => [name, String(value)] as [string, string]),
  ]);
}

import { Link } from "@remix-run/react";
import { type ChangeEvent, type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";
import {
  type AddonChoice,
  addonsTotal,
  initialQuantities,
  type Quantities,
} from "../booking/addon-choices";
import { Button } from "../kit/button";
import { AddonFields } from "../booking/addon-fields";
import { TimeButtons } from "../booking/time-buttons";
import { Draft } from "../drafts/draft";
import { Problems } from "../form/problems";
import { MainTitle } from "../layout/in-drawer";
import { CustomTime } from "./custom-time";
import {
  addonsField,
  peopleField,
  urlFieldsOf,
  CUSTOM,
  type DeskState,
  NOW,
  REPEAT_FIELDS,
  VISIT_FIELDS,
} from "./desk-state";
import { GuestFields } from "./guest-fields";
import { GuestSearch } from "./guest-search";
import { MoreFields } from "./more-fields";
import { RepeatFields } from "./repeat-fields";
import { TimeOptions } from "./time-options";
import { type Desk, type DeskRefusal, useDesk } from "./use-desk";
import { SlotSearchFields } from "./slot-search-fields";
import { VisitFields } from "./visit-fields";

export interface NewBookingProps {
  state: DeskState;
  /** Response to the page's form. */
  sent?: DeskRefusal | undefined;
}

/** Fields stored in the URL, excluded from the draft. */
const IN_ADDRESS = [
  "service",
  "length",
  "resource",
  "party_size",
  "day",
  "time",
  ...REPEAT_FIELDS,
  ...VISIT_FIELDS,
];

/**
 * Creates a booking: service, guest (type, Enter) and time (the first free one is preselected). One
 * form: its fields reload times, the first button picks a guest, then Book submits. All state
 * except typed text is in the URL.
 */
export function NewBooking({ state, sent }: NewBookingProps) {
  const desk = useDesk();
  const refusal = desk.refusal ?? sent;
  const { guest } = state;
  return (
    <div className="group/desk flex flex-col gap-5 max-w-176">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0 group-[:not(dialog_*)]/desk:min-h-head group-[:not(dialog_*)]/desk:-mb-3">
        <MainTitle className="m-0 text-[1.25rem] font-semibold leading-[1.75rem]">
          {t("New booking")}
        </MainTitle>
        <p className="m-0 text-muted text-[0.8125rem] leading-[1.125rem]">
          {t("Time zone: {{time_zone}}", { time_zone: state.time_zone })}
        </p>
      </header>
      <Problems refusal={refusal?.result} />
      <DeskForm
        key={guest.kind === "known" ? guest.id : guest.kind}
        state={state}
        desk={desk}
        refusal={refusal}
      />
    </div>
  );
}

interface DeskFormProps {
  state: DeskState;
  desk: Desk;
  refusal: DeskRefusal | undefined;
}

function DeskForm({ state, desk, refusal }: DeskFormProps) {
  const { guest, full, slot } = state;
  const { Form, postTo, to } = desk;
  const form = useRef<HTMLFormElement>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [quantities, setQuantities] = useState<Record<string, Quantities>>({});
  const sent = refusal?.result?.initialValue;
  const typed = (name: string, otherwise: string) =>
    typeof sent?.[name] === "string" ? sent[name] : otherwise;
  const others = refusal?.alternatives ?? [];
  const times = others.length > 0 ? others : state.times;
  const hasGuest = guest.kind !== "none";
  const isOffered = (time: string) =>
    time === CUSTOM || time === NOW || times.some(({ slot_id }) => slot_id === time);
  const time = [picked ?? "", state.time].find(isOffered) ?? times[0]?.slot_id ?? "";
  /**
   * Reloads the times. Typed text is kept; the chosen time is dropped, since it may not exist any
   * more.
   */
  const onWish = ({ currentTarget }: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => {
    if (!currentTarget.form || !currentTarget.checkValidity()) return;
    const query = urlFieldsOf(new FormData(currentTarget.form));
    if (![NOW, CUSTOM].includes(query.get("time") ?? "")) query.delete("time");
    query.delete("slot");
    desk.ask(query);
  };
  /** Other people take other seats, and have another price. */
  const onPeople = (people: readonly AddonChoice[], chosen: Quantities) => {
    const isShown = people.every(({ id, quantity }) => quantity === (chosen[id] ?? 0));
    if (isShown || !form.current) return;
    const query = urlFieldsOf(new FormData(form.current));
    query.delete("slot");
    desk.ask(query);
  };
  /** Checks the dates of another repetition, or of another time. */
  const onRepeat = (at: string) => {
    if (!form.current) return;
    const query = urlFieldsOf(new FormData(form.current));
    if (at !== "") query.set("time", at);
    desk.ask(query);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent; // a submit event's native event
    if (
      !(submitter instanceof HTMLButtonElement) ||
      submitter.getAttribute("formmethod") === "post"
    )
      return;
    event.preventDefault();
    const { name, value } = submitter;
    // The preselected time doesn't say what the guest wants.
    const fields = [...new FormData(event.currentTarget)].filter(
      ([field]) => field !== "time" || picked !== null,
    );
    // Picks a guest the search already shows; otherwise searches for the latest text first.
    if (name === "pick" && value === "1") desk.pick(urlFieldsOf(fields));
    else desk.ask(urlFieldsOf([...fields, [name === "pick" ? "customer" : name, value]]));
  };
  /** Enter in a field books once a guest is chosen. */
  const onKeyDown = (event: KeyboardEvent) => {
    const isField =
      event.target instanceof HTMLInputElement && !["checkbox", "date"].includes(event.target.type);
    if (event.key !== "Enter" || event.ctrlKey || !isField || !hasGuest) return;
    event.preventDefault();
    const book = form.current?.querySelector<HTMLButtonElement>("button[data-book]");
    if (book) form.current?.requestSubmit(book);
  };
  const option = times.find(({ slot_id }) => slot_id === time);
  const priced = time === NOW ? state.now : time === CUSTOM ? state.custom : option;
  const extra = servicesWithAddons(state).reduce(
    (sum, { field, addons }) =>
      sum + addonsTotal(addons, quantities[field] ?? initialQuantities(addons)),
    0,
  );
  const price =
    extra === 0 || state.currency === null || !priced
      ? priced?.price
      : formatMoney(priced.amount + extra, state.currency, state.locale);
  const onQuantities = (field: string, chosen: Quantities) =>
    setQuantities((before) => ({ ...before, [field]: chosen }));
  const chosenWords =
    time === NOW
      ? [t("Now"), state.now?.more].join(" · ")
      : time === CUSTOM
        ? t("Custom time")
        : [...visitNames(state), option?.time, option?.more, option?.day]
            .filter(Boolean)
            .join(" · ");
  const isEmpty = times.length === 0;
  return (
    <Form
      ref={form}
      method="get"
      className="flex flex-col gap-5 max-w-176"
      onKeyDown={onKeyDown}
      onSubmit={onSubmit}
    >
      {hasGuest && (
        <Draft
          name={`new booking ${guest.kind === "known" ? guest.id : state.q}`}
          except={IN_ADDRESS}
        />
      )}
      {to !== null && <input type="hidden" name="to" value={to} />}
      <input type="hidden" name="key" value={state.key} />
      {slot !== null && <input type="hidden" name="slot" value={slot} />}
      {option !== undefined && (
        <input
          type="hidden"
          name="expected_amount"
          value={
            refusal?.price?.shown === option.amount + extra
              ? refusal.price.now - extra
              : option.amount
          }
        />
      )}
      {servicesWithAddons(state).flatMap(({ field, addons }) =>
        addons.map(({ id, amount }) => (
          <input
            key={`${field} ${id}`}
            type="hidden"
            name={`shown.${field}.${id}`}
            value={amount}
          />
        )),
      )}
      <SlotSearchFields state={state} onChange={onWish}>
        {state.people.length > 0 && (
          <AddonFields
            key={`${state.service} people`}
            name={peopleField(1)}
            legend={t("People")}
            addons={state.people}
            onQuantities={(chosen) => onPeople(state.people, chosen)}
          />
        )}
        {state.addons.length > 0 && (
          <AddonFields
            key={state.service}
            name={addonsField(1)}
            addons={state.addons}
            onQuantities={(chosen) => onQuantities(addonsField(1), chosen)}
          />
        )}
        <VisitFields
          state={state}
          onChange={onWish}
          onQuantities={onQuantities}
          onPeople={onPeople}
          onCount={(count) => {
            if (!form.current) return;
            const fields = [...new FormData(form.current)].filter(([name]) => name !== "time");
            desk.ask(urlFieldsOf([...fields, ["services", String(count)]]));
          }}
        />
      </SlotSearchFields>
      {hasGuest ? (
        <GuestFields state={state} desk={desk} typed={typed} />
      ) : (
        <GuestSearch state={state} />
      )}
      <TimeOptions
        state={state}
        title={
          others.length > 0
            ? t("Still free")
            : state.day === ""
              ? t("First free times")
              : t("Free times")
        }
        times={times}
        chosen={time}
        onChoose={(value) => {
          setPicked(value);
          if (state.repeat.repeat !== "") onRepeat(value);
        }}
      >
        <CustomTime state={state} typed={typed} />
      </TimeOptions>
      {state.is_cut && others.length === 0 && (
        <p className="m-0 text-muted text-[0.8125rem] leading-[1.125rem]">
          {t("Choose a service to see every time.")}
        </p>
      )}
      {slot !== null && (
        <p className="m-0 text-muted text-[0.8125rem] leading-[1.125rem]">
          <Link
            to={desk.pathTo({ slot: null, time: null, service: state.service, day: state.day })}
            replace
          >
            {t("Show other times")}
          </Link>
        </p>
      )}
      {isEmpty && (
        <p role="status" className="m-0 text-muted text-[0.8125rem] leading-[1.125rem]">
          {state.day === ""
            ? t("No free times. Try someone else or fewer people.")
            : t("No free times on this day. Try another day, someone else or fewer people.")}
        </p>
      )}
      {isEmpty && hasGuest && (
        <TimeButtons
          title={t("Full: join the waiting list")}
          choices={full}
          name="wait_slot_id"
          postTo={postTo}
        />
      )}
      {hasGuest && !isEmpty && state.parts.length === 0 && (
        <RepeatFields
          state={state}
          onChange={({ currentTarget }) => {
            if (currentTarget.checkValidity()) onRepeat(time);
          }}
        />
      )}
      {hasGuest && <MoreFields state={state} typed={typed} />}
      {hasGuest && (
        <div className="sticky bottom-0 flex items-center justify-between gap-4 py-3 border-t border-line bg-surface [&_button]:min-w-32">
          <p className="m-0" aria-live="polite">
            <span>{chosenWords}</span> {price && <strong>{price}</strong>}
          </p>
          {refusal?.may_override && (
            <Button type="submit" name="override" value="on" formMethod="post" formAction={postTo}>
              {t("Book anyway")}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            data-book
            formMethod="post"
            formAction={postTo}
            autoFocus={guest.kind === "known" || guest.name !== ""}
          >
            {t("Book")}
          </Button>
        </div>
      )}
    </Form>
  );
}

/** The services of the booking with their add-ons and the prefix of their fields. */
const servicesWithAddons = ({
  addons,
  parts,
}: DeskState): { field: string; addons: AddonChoice[] }[] => [
  { field: addonsField(1), addons },
  ...parts.map((part) => ({ field: addonsField(part.no), addons: part.addons })),
];

/** "Haircut + Colour", for several services. */
function visitNames({ service, parts, services }: DeskState): string[] {
  if (parts.length === 0) return [];
  const nameOf = (id: string) => services.find((each) => each.id === id)?.name ?? "";
  return [[service, ...parts.map((part) => part.service)].map(nameOf).join(" + ")];
}

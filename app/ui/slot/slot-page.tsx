import { Button, TextInput } from "@mantine/core";
import { Form, Link, useLocation } from "@remix-run/react";
import type { BookingStatus } from "~/contract/bookings";
import { BookingForm, problemsOf, useBookingFetcher } from "../booking/booking-form";
import { BookingLink } from "../bookings/booking-link";
import type { BookingLine } from "../bookings/booking-lines";
import { StatusBadge } from "../bookings/status-badge";
import { Notice } from "../feedback/notice";
import { Icon } from "../icon";
import { newBookingPath } from "../layout/navigation";
import { PageHeader } from "../layout/page-header";
import styles from "./slot-page.module.css";

interface Guest {
  line: BookingLine;
  path: string;
  version: number;
  allowed: BookingStatus[];
}

interface SlotPageProps {
  id: string;
  title: string;
  resource: string;
  day: string;
  time: string;
  capacity: number;
  taken: number;
  /** The resource's seats: more the time cannot have. */
  most: number;
  is_closed: boolean;
  price: string;
  currency: string;
  guests: Guest[];
  waiting: { id: string; name: string; contact: string; party_size: number; is_offered: boolean }[];
  may_change: boolean;
  problems: Record<string, string[] | null>;
}

/** A class, or any other time: who comes, who waits, and its seats. */
export function SlotPage(props: SlotPageProps) {
  const { id, title, resource, day, time, capacity, taken, is_closed, guests, waiting, may_change, problems } = props;
  const free = Math.max(capacity - taken, 0);
  const people = guests.reduce((all, { line }) => all + line.party_size, 0);
  return (
    <div className={styles.page}>
      <PageHeader title={title} aside={resource === title ? undefined : resource}>
        {may_change && free > 0 && !is_closed && (
          <Link to={newBookingPath({ slot_id: id })} className={styles.add!}>
            <Icon name="plus" size={18} />
            Add a guest
          </Link>
        )}
      </PageHeader>
      <p className={styles.when}>
        {day}, <strong>{time}</strong>
      </p>
      <p className={styles.seats}>
        <strong>
          {taken} of {capacity}
        </strong>{" "}
        {capacity === 1 ? "place" : "places"} taken{people !== taken && ` (${people} by bookings, the rest held)`},{" "}
        {free} free
        {is_closed && <span className={styles.closed}>Closed</span>}
      </p>
      {problems[""] && <Notice tone="bad">{problems[""].join(" ")}</Notice>}
      <section aria-labelledby="guests">
        <h2 id="guests">Who comes</h2>
        {guests.length === 0 ? (
          <p className={styles.quiet}>Nobody has booked yet.</p>
        ) : (
          <ul className={styles.list}>
            {guests.map((guest) => (
              <GuestRow key={guest.line.id} guest={guest} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="waiting">
        <h2 id="waiting">Waiting list</h2>
        {waiting.length === 0 ? (
          <p className={styles.quiet}>Nobody waits.</p>
        ) : (
          <ol className={styles.list}>
            {waiting.map((entry, index) => (
              <li key={entry.id} data-row>
                <span className={styles.number}>{index + 1}</span>
                <div className={styles.who}>
                  <strong>{entry.name}</strong>
                  <span className={styles.quiet}>
                    {entry.contact}
                    {entry.party_size > 1 && ` · ${entry.party_size} people`}
                    {entry.is_offered && " · a place is offered now"}
                  </span>
                </div>
                {may_change && !entry.is_offered && (
                  <Form method="post">
                    <input type="hidden" name="intent" value="leave" />
                    <button type="submit" name="entry_id" value={entry.id} className={styles.deed}>
                      Take off<span className="hidden-text"> the list: {entry.name}</span>
                    </button>
                  </Form>
                )}
              </li>
            ))}
          </ol>
        )}
      </section>
      {may_change && <OfferForms {...props} />}
    </div>
  );
}

function GuestRow({ guest: { line, path, version, allowed } }: { guest: Guest }) {
  const { pathname, search } = useLocation();
  const problems = problemsOf(useBookingFetcher(line.id).data);
  const deeds = [
    { status: "completed" as const, label: "Completed" },
    { status: "no_show" as const, label: "No-show" },
  ].filter(({ status }) => allowed.includes(status));
  return (
    <li data-row>
      <div className={styles.who}>
        <BookingLink id={line.id} className={styles.name}>
          {line.customer.name}
        </BookingLink>
        <span className={styles.quiet}>
          {[
            line.party_size > 1 ? `${line.party_size} people` : null,
            line.owes ? `${line.price} to pay` : null,
            line.notes,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {problems !== "" && <span role="alert">{problems}</span>}
      </div>
      <StatusBadge status={line.status} waitsFor={line.waits_for} />
      {deeds.length > 0 && (
        <BookingForm
          id={line.id}
          action={path}
          intent="status"
          version={version}
          to={pathname + search}
          className={styles.deeds}
        >
          {deeds.map(({ status, label }) => (
            <button key={status} type="submit" name="status" value={status} className={styles.deed}>
              {label}
              <span className="hidden-text">: {line.customer.name}</span>
            </button>
          ))}
        </BookingForm>
      )}
    </li>
  );
}

function OfferForms({ capacity, most, price, currency, is_closed, problems }: SlotPageProps) {
  return (
    <section aria-labelledby="offer">
      <h2 id="offer">This time</h2>
      <div className={styles.forms}>
        <Form method="post" className={styles.form!}>
          <input type="hidden" name="intent" value="offer" />
          <TextInput
            size="md"
            type="number"
            name="capacity"
            label={`Places (at most ${most})`}
            min={1}
            max={most}
            required
            withAsterisk={false}
            defaultValue={capacity}
            error={problems.capacity?.join(" ")}
          />
          <TextInput
            size="md"
            name="price"
            label={`Price in ${currency}, empty for none`}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={price}
            error={problems.price?.join(" ")}
          />
          <Button type="submit" size="md" variant="default">
            Save places and price
          </Button>
        </Form>
        <Form method="post">
          <input type="hidden" name="intent" value="status" />
          <Button type="submit" size="md" variant="default" name="status" value={is_closed ? "open" : "closed"}>
            {is_closed ? "Open it again" : "Close it for new bookings"}
          </Button>
        </Form>
      </div>
    </section>
  );
}

import { useFetcher } from "@remix-run/react";
import type { Slot } from "~/contract/slots";
import { msg, plural, t } from "~/i18n/text";
import { problemsOf, useBookingFetcher } from "../booking/booking-form";
import type { BookingLine } from "../booking/booking-lines";
import { type RowBooking, RowActions } from "../booking/row-actions";
import { BookingLink } from "../booking/booking-link";
import { StatusBadge } from "../booking/status-badge";
import { TextField } from "../form/fields";
import { type FormRefusal, PageForm, type PageFormProps, refusalOf } from "../form/page-form";
import { Problems } from "../form/problems";
import { Icon } from "../icon";
import { Button, BUTTON } from "../kit/button";
import { MainTitle, PartTitle, useDrawer } from "../layout/in-drawer";
import { newBookingSearch } from "../layout/navigation";
import { NewBookingLink } from "../layout/new-booking-link";
import { Rich } from "../rich";
import { usePulse } from "../live/use-pulse";

const LIST =
  "m-0 p-0 border-t border-line list-none [&>li]:flex [&>li]:flex-wrap [&>li]:items-center [&>li]:gap-x-4 [&>li]:gap-y-1 [&>li]:min-h-row [&>li]:py-1.5 [&>li]:border-b [&>li]:border-line";
const WHO = "flex flex-[1_1_12rem] flex-col text-sm wrap-anywhere [&_[role='alert']]:text-bad";

type Guest = RowBooking & { line: BookingLine };

/** A slot as its page displays it. */
export interface SlotView {
  id: string;
  title: string;
  resource: string;
  day: string;
  time: string;
  capacity: number;
  taken: number;
  /** The resource's capacity, the maximum for this slot. */
  most: number;
  is_closed: boolean;
  /** Values overridden for this slot. */
  overrides: Slot["overrides"];
  price: string;
  currency: string;
  guests: Guest[];
  waiting: {
    id: string;
    name: string;
    contact: string;
    party_size: number;
    is_offered: boolean;
    /** A smaller party further back has an offer. */
    is_passed_over: boolean;
  }[];
  may_change: boolean;
}

/** Response to a rejected form. */
interface SlotRefusal {
  result?: FormRefusal;
}

/** All forms of a slot share one fetcher. */
const useSlotFetcher = (id: string) => useFetcher<SlotRefusal>({ key: `slot-${id}` });

/** A slot: guests, waiting list and capacity. Used by the page and the drawer. */
export function SlotPanel({ slot, sent }: { slot: SlotView; sent?: SlotRefusal | undefined }) {
  const {
    id,
    title,
    resource,
    day,
    time,
    capacity,
    taken,
    is_closed,
    guests,
    waiting,
    may_change,
  } = slot;
  const free = Math.max(capacity - taken, 0);
  const people = guests.reduce((all, { line }) => all + line.party_size, 0);
  const refusal = (useSlotFetcher(id).data ?? sent)?.result;
  const rows = usePulse<HTMLUListElement>(guests.map(({ line, version }) => [line.id, version]));
  return (
    <article
      className="flex flex-col gap-6 max-w-240 max-md:gap-5"
      aria-label={`${title}, ${day}, ${time}`}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 min-h-head">
        <MainTitle className="m-0 text-xl font-semibold tracking-tight wrap-anywhere">
          {title}
        </MainTitle>
        {resource !== title && <p className="m-0 text-muted text-sm">{resource}</p>}
        {may_change && free > 0 && !is_closed && (
          <NewBookingLink
            search={newBookingSearch({ slot_id: id })}
            className={`${BUTTON} ms-auto`}
            data-variant="primary"
          >
            <Icon name="plus" size={16} />
            {t("Add guest")}
          </NewBookingLink>
        )}
      </header>
      <p className="m-0 -mt-6">
        {day}, <strong>{time}</strong>
      </p>
      <p className="m-0 -mt-5">
        <Rich
          text={t("<b>{{taken}} of {{capacity}} booked</b>, {{free}} free", {
            taken,
            capacity,
            free,
          })}
          parts={{ b: (inner) => <strong>{inner}</strong> }}
        />
        {people > capacity && ` · ${t("Overbooked by {{count}}", { count: people - capacity })}`}
        {people < taken && ` · ${t("{{count}} on hold", { count: taken - people })}`}
        {is_closed && (
          <span className="ms-3 py-0.5 px-2.5 rounded-[1rem] bg-bad-soft text-bad text-sm font-semibold">
            {t("Closed")}
          </span>
        )}
      </p>
      {refusalOf(refusal, "offer") === undefined && <Problems refusal={refusal} />}
      <section>
        <PartTitle className="m-0 mb-2 text-lg font-semibold">{t("Guests")}</PartTitle>
        {guests.length === 0 ? (
          <p className="m-0 text-muted">{t("No bookings yet.")}</p>
        ) : (
          <ul className={LIST} ref={rows}>
            {guests.map((guest) => (
              <GuestRow key={guest.line.id} guest={guest} />
            ))}
          </ul>
        )}
      </section>
      <section>
        <PartTitle className="m-0 mb-2 text-lg font-semibold">{t("Waiting list")}</PartTitle>
        {waiting.length === 0 ? (
          <p className="m-0 text-muted">{t("No one is waiting.")}</p>
        ) : (
          <ol className={LIST}>
            {waiting.map((entry, index) => (
              <li key={entry.id} data-row>
                <span className="min-w-6 text-muted font-semibold">{index + 1}</span>
                <div className={WHO}>
                  <strong>
                    <bdi>{entry.name}</bdi>
                  </strong>
                  <span className="m-0 text-muted">
                    {entry.contact}
                    {entry.party_size > 1 &&
                      ` · ${plural(entry.party_size, "{{count}} person", "{{count}} people")}`}
                    {entry.is_offered && ` · ${t("Offer sent")}`}
                    {entry.is_passed_over &&
                      ` · ${t("Too few places free; a smaller group was next")}`}
                  </span>
                </div>
                {may_change && !entry.is_offered && (
                  <SlotForm id={id} intent="leave">
                    <Button type="submit" name="entry_id" value={entry.id}>
                      <Rich
                        text={t("Remove<rest> {{guest}} from the waiting list</rest>", {
                          guest: entry.name,
                        })}
                        parts={{ rest: (inner) => <span className="hidden-text">{inner}</span> }}
                      />
                    </Button>
                  </SlotForm>
                )}
              </li>
            ))}
          </ol>
        )}
      </section>
      {may_change && <SlotForms slot={slot} refusal={refusal} />}
    </article>
  );
}

function GuestRow({ guest }: { guest: Guest }) {
  const { line } = guest;
  const problems = problemsOf(useBookingFetcher(line.id).data);
  return (
    <li data-row={line.id}>
      <div className={WHO}>
        <BookingLink
          id={line.id}
          className="text-text text-md font-medium no-underline hover:text-accent-text hover:underline"
        >
          <bdi>{line.customer.name}</bdi>
        </BookingLink>
        <span className="m-0 text-muted">
          {[
            line.party ||
              (line.party_size > 1
                ? plural(line.party_size, "{{count}} person", "{{count}} people")
                : null),
            line.owes ? t("{{amount}} due", { amount: line.price ?? "" }) : null,
            ...line.addons,
            line.notes,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {problems !== "" && <span role="alert">{problems}</span>}
      </div>
      <StatusBadge line={line} />
      <RowActions booking={guest} />
    </li>
  );
}

interface SlotFormsProps {
  slot: SlotView;
  refusal: FormRefusal | undefined;
}

const SET_HERE = msg("Set for this time only");

function SlotForms({ slot, refusal }: SlotFormsProps) {
  const { id, capacity, most, price, currency, is_closed, overrides } = slot;
  return (
    <section>
      <PartTitle className="m-0 mb-2 text-lg font-semibold">{t("Capacity and price")}</PartTitle>
      <div className="flex flex-wrap items-end gap-4 justify-between">
        <SlotForm
          id={id}
          intent="offer"
          stored={{ capacity, price }}
          refusal={refusal}
          draft={`slot ${id}`}
          className="flex flex-wrap items-end gap-4 [&>[role='alert']]:flex-[1_0_100%]"
        >
          <TextField
            type="number"
            name="capacity"
            label={t("Capacity (1 to {{most}})", { most })}
            description={overrides.includes("capacity") ? t(SET_HERE) : null}
            min={1}
            max={most}
          />
          <TextField
            name="price"
            label={t("Price ({{currency}}); empty: the service’s price", { currency })}
            description={overrides.includes("price_amount") ? t(SET_HERE) : null}
            inputMode="decimal"
          />
          <Button type="submit">{t("Save")}</Button>
        </SlotForm>
        <SlotForm id={id} intent="status">
          <Button type="submit" name="status" value={is_closed ? "open" : "closed"}>
            {is_closed ? t("Reopen bookings") : t("Close bookings")}
          </Button>
        </SlotForm>
      </div>
    </section>
  );
}

/** Posts to the slot's page, in place with JavaScript. A drawer stays open. */
function SlotForm({ id, children, ...form }: PageFormProps & { id: string }) {
  const fetcher = useSlotFetcher(id);
  const drawer = useDrawer();
  return (
    <PageForm as={fetcher.Form} action={`/dashboard/slots/${id}`} {...form}>
      {drawer !== null && <input type="hidden" name="to" value={drawer.here} />}
      {children}
    </PageForm>
  );
}

import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Badge } from "../kit/badge";
import { CopyIcon } from "../form/copy-icon";
import { Icon } from "../icon";
import { openDrawer, withDrawer } from "../layout/drawer-address";
import { messageWords } from "../message-words";
import { deliveryWords } from "../webhook-words";
import type { BookingView } from "./booking-view";
import { Button } from "../kit/button";
import { Select } from "../kit/inputs";
import { NotifyTick } from "./booking-money-forms";
import { PanelForm, PanelTitle } from "./panel-form";
import { EmailText } from "../email-text";

const STEPS =
  "flex flex-col gap-2 m-0 pt-0 pb-3 ps-0.5 pe-0 list-none [&_li]:flex [&_li]:flex-col [&_li]:items-start [&_li]:ps-3 [&_li]:border-s-2 [&_li]:border-line [&_li]:text-[0.8125rem] [&_li]:leading-[1.125rem]";

const FACTS =
  "grid gap-0.5 m-0 py-2.5 border-t border-line text-[0.8125rem] leading-[1.25rem] max-md:text-[0.9375rem] [&>div]:grid [&>div]:grid-cols-[7.5rem_minmax(0,1fr)] [&>div]:gap-3 [&>div]:items-baseline [&_dt]:text-muted max-md:[&_dt]:text-[0.875rem] [&_dt]:wrap-anywhere [&_dd]:flex [&_dd]:flex-wrap [&_dd]:gap-x-1.5 [&_dd]:gap-y-0 [&_dd]:items-center [&_dd]:min-h-7 [&_dd]:m-0 [&_dd]:wrap-anywhere [&_dd_a]:inline-flex [&_dd_a]:items-center [&_dd_a]:min-h-6 [&_a]:text-inherit [&_a]:no-underline [&_a:hover]:underline max-md:[&_dd]:min-h-10 max-md:[&_dd_a]:min-h-10";

/** Everything about the booking below its actions, in one column. */
export function BookingFacts({ view }: { view: BookingView }) {
  return (
    <div>
      <GuestFacts view={view} />
      <BookingDetails view={view} />
      <Money view={view} />
      <Records view={view} />
    </div>
  );
}

/** The same as a side column: guest, money and the open history. The details are the page's. */
export function BookingAside({ view }: { view: BookingView }) {
  return (
    <section
      aria-label={t("Guest and history")}
      className="2xl:[&_dl>div]:grid-cols-[5.5rem_minmax(0,1fr)] 2xl:[&>dl:first-child]:pt-0 2xl:[&>dl:first-child]:border-t-0"
    >
      <GuestFacts view={view} />
      <Money view={view} />
      <Records view={view} isOpen />
    </section>
  );
}

/** The guest and how to reach them. */
function GuestFacts({ view }: { view: BookingView }) {
  const { line, may_edit } = view;
  const { email, phone, name } = line.customer;
  return (
    <dl className={FACTS}>
      <Fact label={t("Customer")}>
        <Link
          to={`/dashboard/customers/${view.customer_id}`}
          className="text-accent-text font-medium"
        >
          <bdi>{name}</bdi>
        </Link>
        {view.visits !== null && (
          <span className="text-muted text-[0.8125rem] font-normal">{view.visits}</span>
        )}
      </Fact>
      {phone !== null && (
        <Fact label={t("Phone")}>
          {may_edit ? (
            <span className="flex gap-1 items-center min-w-0">
              <a href={`tel:${phone.replace(/[^+\d]/g, "")}`} dir="ltr">
                {phone}
              </a>
              <CopyIcon text={phone} label={t("Copy phone")} />
            </span>
          ) : (
            <bdi dir="ltr">{phone}</bdi>
          )}
        </Fact>
      )}
      {email !== null && (
        <Fact label={t("Email")}>
          {may_edit ? (
            <span className="flex gap-1 items-center min-w-0">
              <a href={`mailto:${email}`}>
                <EmailText email={email} />
              </a>
              <CopyIcon text={email} label={t("Copy email")} />
            </span>
          ) : (
            <EmailText email={email} />
          )}
        </Fact>
      )}
      {view.text_consent !== null && (
        <Fact label={t("Text reminders")}>
          <span title={view.text_consent.wording}>
            {t("Agreed {{at}}", { at: view.text_consent.at })}
          </span>
        </Fact>
      )}
      {phone === null && email === null && (
        <Fact label={t("Contact")}>{t("No contact details")}</Fact>
      )}
    </dl>
  );
}

/** Location, note, answers and reference. */
export function BookingDetails({ view }: { view: BookingView }) {
  const { line } = view;
  return (
    <dl className={FACTS}>
      {line.location !== null && (
        <Fact label={t("Location")}>
          {line.location.url === null ? (
            <bdi className="whitespace-pre-line">{line.location.text}</bdi>
          ) : (
            <span className="flex gap-1 items-center min-w-0">
              <a href={line.location.url} target="_blank" rel="noreferrer">
                {line.location.text}
              </a>
              <CopyIcon text={line.location.url} label={t("Copy link")} />
            </span>
          )}
        </Fact>
      )}
      {view.card !== null && (
        <Fact label={t("Card on file")}>
          <bdi dir="ltr" title={view.card.terms}>
            {view.card.name}
          </bdi>
        </Fact>
      )}
      {line.party !== "" && <Fact label={t("People")}>{line.party}</Fact>}
      {view.rooms.length > 0 && (
        <Fact label={t("Rooms and equipment")}>
          {view.rooms.map((room) => (
            <Room key={room.no} view={view} room={room} />
          ))}
        </Fact>
      )}
      {line.addons.length > 0 && <Fact label={t("Add-ons")}>{line.addons.join(", ")}</Fact>}
      {line.notes !== null && (
        <Fact label={t("Note")}>
          <span className="inline-flex gap-1.5">
            <Icon className="mt-0.5 text-muted" name="note" size={16} />
            <span className="whitespace-pre-line">{line.notes}</span>
          </span>
        </Fact>
      )}
      {line.answers.map(({ label, text }, index) => (
        <Fact key={index} label={label || t("Deleted question")}>
          <span className="whitespace-pre-line">{text}</span>
        </Fact>
      ))}
      {view.series !== null && (
        <Fact label={t("Series")}>
          <SeriesDates id={line.id} series={view.series} />
        </Fact>
      )}
      {view.visit !== null && (
        <Fact label={t("Visit")}>
          <SeriesDates id={line.id} series={view.visit} isOpen />
        </Fact>
      )}
      {view.assigned !== null && <Fact label={t("Assigned")}>{view.assigned}</Fact>}
      {view.cancelled !== null && <Fact label={t("Cancelled")}>{view.cancelled}</Fact>}
      <Fact label={t("Reference")}>
        {line.reference}
        <span className="text-muted text-[0.8125rem] font-normal">
          {t("booked {{booked}}", { booked: line.booked })}
        </span>
      </Fact>
    </dl>
  );
}

/** What the booking takes besides its own resource, with a fold to change it. */
function Room({ view, room }: { view: BookingView; room: BookingView["rooms"][number] }) {
  const { no, resource_id, name, shown, choices } = room;
  const others = choices.filter((each) => each.resource_id !== resource_id);
  if (others.length === 0) return <bdi className="w-full">{name}</bdi>;
  return (
    // Closed again once it has changed.
    <details
      key={view.version}
      className="w-full [&_summary]:cursor-pointer [&_summary]:min-h-7 [&_summary]:leading-7 max-md:[&_summary]:leading-10"
    >
      <summary>
        <bdi>{name}</bdi>{" "}
        <span className="text-accent-text">
          {t("Change")}
          <span className="hidden-text"> {name}</span>
        </span>
      </summary>
      <PanelForm
        view={{ ...view, show: null }}
        intent="room"
        className="flex flex-col gap-2 items-start pt-1 pb-2"
      >
        <input type="hidden" name="no" value={no} />
        <div className="flex flex-wrap gap-2 items-end">
          <Select
            name="resource_id"
            label={t("Change to")}
            defaultValue={others.find(({ is_free }) => is_free)?.resource_id}
          >
            {others.map((each) => (
              <option key={each.resource_id} value={each.resource_id} disabled={!each.is_free}>
                {each.is_free ? each.name : t("{{room}} (taken)", { room: each.name })}
              </option>
            ))}
          </Select>
          <Button type="submit" disabled={others.every(({ is_free }) => !is_free)}>
            {t("Change room")}
          </Button>
        </div>
        {shown && (
          <NotifyTick view={view}>{(email) => t("Email {{email}} about it", { email })}</NotifyTick>
        )}
      </PanelForm>
    </details>
  );
}

/** Shows another date where this one is: in the drawer, or as a page. */
function DateLink({ id, children }: { id: string; children: string }) {
  const location = useLocation();
  const isInDrawer = openDrawer(location) !== null;
  return (
    <Link to={isInDrawer ? withDrawer(location, id) : `/dashboard/bookings/${id}`}>{children}</Link>
  );
}

/** "3 of 6", and the other dates of a series, or the services of a visit. */
function SeriesDates({
  id,
  series: { no, of, dates },
  isOpen = false,
}: {
  id: string;
  series: NonNullable<BookingView["series"]>;
  isOpen?: boolean;
}) {
  return (
    <details
      open={isOpen}
      className="w-full [&_summary]:cursor-pointer [&_summary]:min-h-7 [&_summary]:leading-7 max-md:[&_summary]:leading-10"
    >
      <summary>{t("{{no}} of {{of}}", { no, of })}</summary>
      <ol className="flex flex-col gap-1 m-0 p-0 list-none">
        {dates.map((date) => (
          <li
            key={date.no}
            className="flex flex-wrap gap-x-2"
            aria-current={date.booking_id === id}
          >
            {date.booking_id === null || date.booking_id === id ? (
              <span className={date.booking_id === id ? "font-medium" : ""}>{date.when}</span>
            ) : (
              <DateLink id={date.booking_id}>{date.when}</DateLink>
            )}
            <span className="text-muted">{date.state}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Money({ view: { money } }: { view: BookingView }) {
  if (money.length === 0) return null;
  return (
    <section className="py-2.5 border-t border-line" aria-label={t("Money")}>
      <dl className="grid gap-1 m-0 text-[0.8125rem] leading-[1.25rem] max-md:text-[0.9375rem] [&_[data-kind='total']]:pt-1 [&_[data-kind='total']]:border-t [&_[data-kind='total']]:border-line [&_[data-kind='total']]:font-medium [&_[data-kind='balance']]:pt-1.5 [&_[data-kind='balance']]:border-t [&_[data-kind='balance']]:border-line [&_[data-kind='balance']]:text-[0.875rem] [&_[data-kind='balance']]:font-semibold">
        {money.map(({ label, about, amount, kind }, index) => (
          <div className="flex gap-4 justify-between" key={index} data-kind={kind}>
            <dt>
              {label}{" "}
              {about !== "" && (
                <span className="text-muted text-[0.8125rem] font-normal">{about}</span>
              )}
            </dt>
            <dd className="m-0 whitespace-nowrap">{amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** History, emails and webhooks, each in a fold. */
function Records({ view, isOpen = false }: { view: BookingView; isOpen?: boolean }) {
  return (
    <>
      <Folded title={t("History")} aside={view.history[0]?.what} isOpen={isOpen}>
        <ol className={STEPS}>
          {view.history.map(({ at, when, what, who }, index) => (
            <li key={`${at}${index}`}>
              <span className="font-medium wrap-anywhere">{what}</span>
              <span className="text-muted text-[0.8125rem] font-normal">
                {who} · <time dateTime={at}>{when}</time>
              </span>
            </li>
          ))}
        </ol>
      </Folded>
      {(view.mails.length > 0 || view.no_mail !== null) && (
        <Folded title={t("Emails")} aside={view.no_mail ?? String(view.mails.length)}>
          <ul className={STEPS}>
            {view.mails.map(({ id, subject, status, recipient, reason, when }) => {
              const { label, tone, icon } = messageWords[status];
              return (
                <li key={id}>
                  <span className="font-medium wrap-anywhere">{subject}</span>
                  <span className="text-muted text-[0.8125rem] font-normal">
                    {[recipient, when, reason].filter(Boolean).join(" · ")}
                  </span>
                  <Badge tone={tone} icon={icon}>
                    {t(label)}
                  </Badge>
                </li>
              );
            })}
          </ul>
        </Folded>
      )}
      {view.deliveries.length > 0 && (
        <Folded title={t("Webhooks")} aside={String(view.deliveries.length)}>
          <ul className={STEPS}>
            {view.deliveries.map(({ id, type, status, when }) => {
              const { label, tone, icon } = deliveryWords[status];
              return (
                <li key={id}>
                  <Link to={`/dashboard/deliveries/${id}`} className="text-accent-text font-medium">
                    <code>{type}</code>
                  </Link>
                  <span className="text-muted text-[0.8125rem] font-normal">{when}</span>
                  <Badge tone={tone} icon={icon}>
                    {t(label)}
                  </Badge>
                </li>
              );
            })}
          </ul>
        </Folded>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A collapsed section with a title and a short summary. */
function Folded({
  title,
  aside,
  isOpen = false,
  children,
}: {
  title: string;
  aside?: string | undefined;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details
      open={isOpen}
      className="border-t border-line print:[&:not([open])]:hidden [&_summary]:flex [&_summary]:gap-3 [&_summary]:items-center [&_summary]:min-h-10 [&_summary]:cursor-pointer [&_summary]:list-none [&_summary::-webkit-details-marker]:hidden [&_summary>span]:flex-1 [&_summary>span]:truncate [&_summary>span]:text-end [&_summary_svg]:flex-none [&_summary_svg]:text-muted open:[&_summary_svg]:rotate-180 print:[&_summary_svg]:hidden"
    >
      <summary>
        <PanelTitle>{title}</PanelTitle>
        <span className="text-muted text-[0.8125rem] font-normal">{aside}</span>
        <Icon name="down" size={16} />
      </summary>
      {children}
    </details>
  );
}

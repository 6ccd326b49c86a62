import { Form } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { BookingLink } from "~/ui/booking/booking-link";
import { Contact } from "~/ui/contact";
import { EmptyState } from "~/ui/feedback/empty-state";
import { Notice } from "~/ui/feedback/notice";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { Icon } from "~/ui/icon";
import { Button, BUTTON, LinkButton } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import { DrawerLink } from "~/ui/layout/drawer-link";
import { PageHeader } from "~/ui/layout/page-header";
import type { ToMoveRow, ToMoveView } from "./to-move-view";

interface ToMovePageProps extends ToMoveView {
  answer: FormRefusal | undefined;
}

/** Bookings whose time was closed: each with its best other time, and all of those at the press of one button. */
export function ToMovePage({
  off,
  rows,
  has_more,
  all,
  to_ask,
  locale,
  sees_contacts,
  may_change,
  answer,
}: ToMovePageProps) {
  return (
    <div className="max-w-288">
      {off === null ? (
        <PageHeader title={t("Bookings to move")} />
      ) : (
        <PageHeader
          up={{ to: off.calendar, name: t("Calendar") }}
          title={t("{{name}} is off", { name: off.name })}
        >
          <LinkButton to={off.path}>{t("Edit time off")}</LinkButton>
        </PageHeader>
      )}
      <Problems refusal={answer} />
      {off !== null && (
        <p className="m-0 mb-4 py-2.5 px-3 rounded-[8px] bg-good-soft text-good text-sm font-medium">
          {t("Closed. {{name}} can’t be booked: {{when}}.", {
            name: isolate(off.name),
            when: off.when,
          })}
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState icon="check" title={t("No bookings to move")}>
          <LinkButton to={off === null ? "/dashboard" : off.calendar}>
            {off === null ? t("Open today") : t("Open calendar")}
          </LinkButton>
        </EmptyState>
      ) : (
        <section aria-labelledby="to-move">
          <div className="flex flex-wrap gap-2 items-center justify-between pb-2">
            <h2 id="to-move" className="m-0 text-lg font-semibold">
              {plural(rows.length, "{{count}} booking to move", "{{count}} bookings to move")}
            </h2>
            {may_change && (
              <div className="flex flex-wrap gap-2">
                {to_ask.length > 0 && <EmailAll ids={to_ask} />}
                {all.fields.length > 0 && <MoveAll all={all} />}
              </div>
            )}
          </div>
          {may_change && all.fields.length > 0 && (
            <p className="m-0 pb-2 text-muted text-sm">
              {t("Prices stay. Guests get an email with their new time.")}
            </p>
          )}
          {may_change && to_ask.length > 0 && <EmailPreview locale={locale} />}
          <ul className="m-0 p-0 list-none border-t border-line">
            {rows.map((row) => (
              <Row
                key={row.line.id}
                row={row}
                seesContacts={sees_contacts}
                mayChange={may_change}
              />
            ))}
          </ul>
          {has_more && (
            <Notice tone="info">{t("There are more. They follow once these are done.")}</Notice>
          )}
        </section>
      )}
    </div>
  );
}

function MoveAll({ all: { fields, to_colleagues } }: Pick<ToMoveView, "all">) {
  return (
    <Form method="post" preventScrollReset>
      {fields.map((field) => (
        <input key={field} type="hidden" name="move" value={field} />
      ))}
      <Button type="submit" variant="primary" name="intent" value="move">
        {to_colleagues
          ? plural(fields.length, "Move {{count}} to a colleague", "Move {{count}} to colleagues")
          : plural(fields.length, "Move {{count}} booking", "Move {{count}} bookings")}
      </Button>
    </Form>
  );
}

function EmailAll({ ids }: { ids: string[] }) {
  return (
    <Form method="post" preventScrollReset>
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <Button type="submit" icon="mail" name="intent" value="email">
        {plural(ids.length, "Email {{count}} guest", "Email {{count}} guests")}
      </Button>
    </Form>
  );
}

/** The email's text, which asks the guest to choose another time. Its own CSP blocks scripts. */
function EmailPreview({ locale }: { locale: string }) {
  const query = new URLSearchParams({ key: "time_request", locale });
  return (
    <details className="mb-2 text-sm">
      <summary className="min-h-8 text-accent-text leading-8 cursor-pointer max-md:min-h-10 max-md:leading-10">
        {t("Preview of the email")}
      </summary>
      <p className="m-0 pb-2 text-muted">
        {t("Asks guests to choose another time or cancel.")}{" "}
        <TextLink to="/dashboard/mail/templates/time_request">{t("Edit text")}</TextLink>
      </p>
      <iframe
        className="block w-full max-w-176 h-128 border border-line rounded-[0.875rem] [background:#fff]"
        title={t("Preview of the email")}
        sandbox=""
        loading="lazy"
        src={`/dashboard/mail/preview?${query}`}
      />
    </details>
  );
}

interface RowProps {
  row: ToMoveRow;
  seesContacts: boolean;
  mayChange: boolean;
}

function Row({ row: { line, offer, is_asked }, seesContacts, mayChange }: RowProps) {
  const { customer } = line;
  const about = [line.service, line.resource, line.paid].filter(Boolean).join(" · ");
  return (
    <li className="grid grid-cols-[11rem_minmax(0,1fr)_minmax(10rem,1.2fr)_auto] gap-x-3 gap-y-1 items-center min-h-14 py-2 border-b border-line text-md max-lg:grid-cols-2 max-md:grid-cols-1">
      <div className="min-w-0">
        <BookingLink id={line.id} className="block truncate font-semibold text-text no-underline">
          {t("{{day}}, {{time}}", { day: line.day, time: line.time })}
        </BookingLink>
        <span className="block truncate text-muted text-sm">{about}</span>
      </div>
      <div className="min-w-0 text-sm">
        <bdi className="block truncate text-md">{customer.name}</bdi>
        <Contact phone={customer.phone} email={customer.email} isMasked={!seesContacts} />
        {is_asked && (
          <span className="flex gap-1 items-center text-good">
            <Icon name="check" size={16} />
            {t("Emailed")}
          </span>
        )}
      </div>
      <div className="min-w-0">
        {offer === null ? (
          <span className="text-bad">{t("No free time")}</span>
        ) : (
          <>
            <span
              className={`block font-medium wrap-anywhere ${offer.distance === null ? "text-bad" : "text-accent-text"}`}
            >
              {offer.distance === null ? t("Nobody is free that day") : offer.words}
            </span>
            <span className="block text-muted text-sm wrap-anywhere">
              {offer.distance ?? t("Next: {{time}}", { time: offer.words })}
            </span>
          </>
        )}
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-1 justify-end max-lg:justify-start">
          {offer !== null && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="move" value={offer.field} />
              <Button type="submit" size="small" name="intent" value="move">
                {t("Move")}
                <span className="hidden-text">
                  : <bdi>{customer.name}</bdi>, {offer.words}
                </span>
              </Button>
            </Form>
          )}
          <PanelLinkButton line={line} show="move" label={t("Other time")} />
          <PanelLinkButton
            line={line}
            show="cancel"
            label={customer.email === null ? t("Cancel") : t("Cancel and email")}
          />
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={line.id} />
            <Button type="submit" size="small" variant="quiet" name="intent" value="keep">
              {t("Keep")}
              <span className="hidden-text">
                : <bdi>{customer.name}</bdi>
              </span>
            </Button>
          </Form>
        </div>
      )}
    </li>
  );
}

/** Opens the booking with one of its forms. */
function PanelLinkButton({
  line: { id, customer },
  show,
  label,
}: {
  line: ToMoveRow["line"];
  show: "move" | "cancel";
  label: string;
}) {
  return (
    <DrawerLink
      to={`/dashboard/bookings/${id}?show=${show}`}
      name="booking"
      value={`${id}?show=${show}`}
      className={BUTTON}
      data-variant="quiet"
      data-size="small"
    >
      {label}
      <span className="hidden-text">
        : <bdi>{customer.name}</bdi>
      </span>
    </DrawerLink>
  );
}

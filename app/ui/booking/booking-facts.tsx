import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Badge } from "../feedback/badge";
import { Icon } from "../icon";
import { deliveryWords } from "../webhook-words";
import { PanelTitle } from "./panel-form";
import type { BookingView } from "./booking-view";
import styles from "./booking-facts.module.css";

const MAIL_STATES: Record<string, string> = {
  queued: "on its way",
  held: "held back",
  sent: "sent",
  failed: "failed",
  bounced: "bounced",
  suppressed: "not sent: the address is blocked",
};

/** Everything a booking says of itself, and what has happened to it. */
export function BookingFacts({ view }: { view: BookingView }) {
  const { line, may_edit } = view;
  const { email, phone } = line.customer;
  return (
    <>
      <dl className={styles.facts}>
        <Fact label={t("Customer")}>
          <Link to={`/dashboard/customers/${view.customer_id}`} className={styles.link!}>
            <bdi>{line.customer.name}</bdi>
          </Link>
          {view.visits !== null && <span className={styles.quiet}>{view.visits}</span>}
        </Fact>
        <Fact label={t("Contact")}>
          {phone !== null && (
            <span className={styles.contact}>
              <Icon name="phone" size={18} />
              {may_edit ? <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a> : phone}
            </span>
          )}
          {email !== null && (
            <span className={styles.contact}>
              <Icon name="mail" size={18} />
              {may_edit ? <a href={`mailto:${email}`}>{email}</a> : email}
            </span>
          )}
          {phone === null && email === null && t("None")}
        </Fact>
        <Fact label={t("Price")}>
          {line.price ?? t("None")}
          {line.paid !== "" && <span className={styles.quiet}>{line.paid}</span>}
        </Fact>
        <Fact label={t("Reference")}>
          <span className={styles.code}>{line.reference}</span>
          <span className={styles.quiet}>{t("booked {booked}", { booked: line.booked })}</span>
        </Fact>
        {line.notes !== null && (
          <Fact label={t("Note")} wide>
            <span className={styles.text}>{line.notes}</span>
          </Fact>
        )}
        {line.answers.map(({ label, text }, index) => (
          <Fact key={index} label={label || t("A question that has changed since")} wide>
            <span className={styles.text}>{text}</span>
          </Fact>
        ))}
        {view.cancelled !== null && (
          <Fact label={t("Cancelled")} wide>
            {view.cancelled}
          </Fact>
        )}
      </dl>
      <section className={styles.past}>
        <PanelTitle>{t("History")}</PanelTitle>
        <ol className={styles.steps}>
          {view.history.map(({ at, when, what, who }, index) => (
            <li key={`${at}${index}`}>
              <span className={styles.what}>{what}</span>
              <span className={styles.quiet}>
                <time dateTime={at}>{when}</time> · {who}
              </span>
            </li>
          ))}
        </ol>
      </section>
      {view.mails.length > 0 && (
        <section className={styles.past}>
          <PanelTitle>{t("Mails")}</PanelTitle>
          <ul className={styles.steps}>
            {view.mails.map(({ id, subject, status, recipient }) => (
              <li key={id}>
                <span className={styles.what}>{subject}</span>
                <span className={styles.quiet}>
                  {t("to {recipient},", { recipient })} {MAIL_STATES[status] ?? status}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {view.deliveries.length > 0 && (
        <section className={styles.past}>
          <PanelTitle>{t("Webhooks")}</PanelTitle>
          <ul className={styles.steps}>
            {view.deliveries.map(({ id, type, status, when }) => {
              const { label, tone, icon } = deliveryWords[status];
              return (
                <li key={id}>
                  <Link to={`/dashboard/deliveries/${id}`} className={styles.link!}>
                    <code>{type}</code>
                  </Link>
                  <span className={styles.quiet}>{when}</span>
                  <Badge tone={tone} icon={icon}>
                    {label}
                  </Badge>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}

function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

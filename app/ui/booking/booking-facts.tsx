import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Badge } from "../kit/badge";
import { CopyIcon } from "../form/copy-icon";
import { Icon } from "../icon";
import { messageWords } from "../message-words";
import { deliveryWords } from "../webhook-words";
import type { BookingView } from "./booking-view";
import { PanelTitle } from "./panel-form";
import styles from "./booking-facts.module.css";

/** Guest, contact details, notes and cost; below them the collapsed history. */
export function BookingFacts({ view }: { view: BookingView }) {
  const { line, may_edit } = view;
  const { email, phone, name } = line.customer;
  return (
    <div>
      <dl className={styles.facts}>
        <Fact label={t("Customer")}>
          <Link to={`/dashboard/customers/${view.customer_id}`} className={styles.link!}>
            <bdi>{name}</bdi>
          </Link>
          {view.visits !== null && <span className={styles.quiet}>{view.visits}</span>}
        </Fact>
        {phone !== null && (
          <Fact label={t("Phone")}>
            {may_edit ? (
              <span className={styles.contact}>
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
              <span className={styles.contact}>
                <a href={`mailto:${email}`}>{email}</a>
                <CopyIcon text={email} label={t("Copy email")} />
              </span>
            ) : (
              email
            )}
          </Fact>
        )}
        {phone === null && email === null && (
          <Fact label={t("Contact")}>{t("No contact details")}</Fact>
        )}
        {line.location !== null && (
          <Fact label={t("Location")}>
            {line.location.url === null ? (
              <bdi className={styles.text}>{line.location.text}</bdi>
            ) : (
              <span className={styles.contact}>
                <a href={line.location.url} target="_blank" rel="noreferrer">
                  {line.location.text}
                </a>
                <CopyIcon text={line.location.url} label={t("Copy link")} />
              </span>
            )}
          </Fact>
        )}
        {line.notes !== null && (
          <Fact label={t("Note")}>
            <span className={styles.note}>
              <Icon name="note" size={16} />
              <span className={styles.text}>{line.notes}</span>
            </span>
          </Fact>
        )}
        {line.answers.map(({ label, text }, index) => (
          <Fact key={index} label={label || t("Deleted question")}>
            <span className={styles.text}>{text}</span>
          </Fact>
        ))}
        {view.assigned !== null && <Fact label={t("Assigned")}>{view.assigned}</Fact>}
        {view.cancelled !== null && <Fact label={t("Cancelled")}>{view.cancelled}</Fact>}
        <Fact label={t("Reference")}>
          {line.reference}
          <span className={styles.quiet}>{t("booked {{booked}}", { booked: line.booked })}</span>
        </Fact>
      </dl>
      {view.money.length > 0 && (
        <section className={styles.part} aria-label={t("Money")}>
          <dl className={styles.sums}>
            {view.money.map(({ label, about, amount, kind }, index) => (
              <div key={index} data-kind={kind}>
                <dt>
                  {label} {about !== "" && <span className={styles.quiet}>{about}</span>}
                </dt>
                <dd>{amount}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Folded title={t("History")} aside={view.history[0]?.what}>
        <ol className={styles.steps}>
          {view.history.map(({ at, when, what, who }, index) => (
            <li key={`${at}${index}`}>
              <span className={styles.what}>{what}</span>
              <span className={styles.quiet}>
                {who} · <time dateTime={at}>{when}</time>
              </span>
            </li>
          ))}
        </ol>
      </Folded>
      {(view.mails.length > 0 || view.no_mail !== null) && (
        <Folded title={t("Emails")} aside={view.no_mail ?? String(view.mails.length)}>
          <ul className={styles.steps}>
            {view.mails.map(({ id, subject, status, recipient, reason, when }) => {
              const { label, tone, icon } = messageWords[status];
              return (
                <li key={id}>
                  <span className={styles.what}>{subject}</span>
                  <span className={styles.quiet}>
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
                    {t(label)}
                  </Badge>
                </li>
              );
            })}
          </ul>
        </Folded>
      )}
    </div>
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
  children,
}: {
  title: string;
  aside?: string | undefined;
  children: ReactNode;
}) {
  return (
    <details className={styles.folded}>
      <summary>
        <PanelTitle>{title}</PanelTitle>
        <span className={styles.quiet}>{aside}</span>
        <Icon name="down" size={16} />
      </summary>
      {children}
    </details>
  );
}

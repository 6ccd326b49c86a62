import { Button, LinkButton } from "~/ui/kit/button";
import { TextInput } from "~/ui/kit/inputs";
import { Form, Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { BookingLink } from "~/ui/booking/booking-link";
import type { BookingLine } from "~/ui/booking/booking-lines";
import { StatusBadge } from "~/ui/booking/status-badge";
import { Notice } from "~/ui/feedback/notice";
import type { FormRefusal } from "~/ui/form/form-state";
import { Icon } from "~/ui/icon";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { PageHeader } from "~/ui/layout/page-header";
import { CustomerForm } from "./customer-form";
import { ErasureNotice, type ErasureView } from "./erasure-notice";
import { MergeForm, type MergeView } from "./merge-form";
import { Duplicates, MergedRecords, type OtherRecord } from "./other-records";
import { Rich } from "~/ui/rich";
import folded from "~/ui/layout/folded.module.css";
import styles from "./customer-page.module.css";

/** A customer as this person sees them. */
export interface CustomerView {
  customer: { id: string; name: string; email: string; phone: string };
  /** What staff should know; "" for nothing, and for those who may not read it. */
  notes: string;
  /** The customer that this record belongs to now. */
  merged_into: string | null;
  /** The record that this one is compared with. */
  merge: MergeView | null;
  duplicates: OtherRecord[];
  merged: OtherRecord[];
  may_merge: boolean;
  /** How far their erasure is; null: they were not erased. */
  erasure: ErasureView | null;
  figures: { label: string; value: string }[];
  bookings: BookingLine[];
  has_more: boolean;
  may_edit: boolean;
  may_erase: boolean;
  /** The version of the customer that is shown. */
  seen: number;
}

interface CustomerPageProps extends CustomerView {
  /** What a form of the page was answered: refused, or, with what it held, overtaken by what someone else has saved. */
  answer: { result?: FormRefusal; conflict?: Record<string, unknown> } | undefined;
}

/** A customer: how they can be reached, how often they come, and their bookings. */
export function CustomerPage({ answer, ...props }: CustomerPageProps) {
  const { customer, erasure, figures, bookings, has_more, may_edit, may_erase, seen } = props;
  const problems = answer?.result?.error ?? {};
  const typed = answer?.conflict ?? answer?.result?.initialValue ?? null;
  const is_conflict = answer?.conflict !== undefined;
  const { id, name, email, phone } = customer;
  return (
    <div className={styles.page}>
      <PageHeader title={name}>
        {may_edit && (
          <NewBookingLink asked={`customer=${id}`} className={styles.book}>
            <Icon name="plus" size={18} />
            {t("New booking")}
          </NewBookingLink>
        )}
      </PageHeader>
      {erasure !== null ? (
        <ErasureNotice {...erasure} />
      ) : (
        <p className={styles.contact}>
          {phone !== "" && (
            <span>
              <Icon name="phone" size={18} />
              {may_edit ? <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a> : phone}
            </span>
          )}
          {email !== "" && (
            <span>
              <Icon name="mail" size={18} />
              {may_edit ? <a href={`mailto:${email}`}>{email}</a> : email}
            </span>
          )}
        </p>
      )}
      {props.merged_into !== null && (
        <Notice tone="info">
          <Rich
            text={t("This record was merged into <customer>another customer</customer>.")}
            parts={{ customer: (inner) => <Link to={`/dashboard/customers/${props.merged_into}`}>{inner}</Link> }}
          />
        </Notice>
      )}
      {props.notes !== "" && (
        <p className={styles.notes}>
          <Icon name="note" size={18} />
          <span>{props.notes}</span>
        </p>
      )}
      {problems[""] && <Notice tone="bad">{problems[""].join(" ")}</Notice>}
      {props.merge && <MergeForm customer={customer} merge={props.merge} />}
      {props.merge === null && <Duplicates id={id} records={props.duplicates} />}
      <dl className={styles.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="bookings">
        <h2 id="bookings">{t("Bookings")}</h2>
        {bookings.length === 0 ? (
          <p className={styles.quiet}>{t("No bookings")}</p>
        ) : (
          <ul className={styles.list}>
            {bookings.map((line) => (
              <li key={line.id} data-row>
                <BookingLink id={line.id} className={styles.when}>
                  {line.day}, {line.from}
                </BookingLink>
                <span className={styles.what}>
                  {[line.service, line.resource, line.price].filter(Boolean).join(" · ")}
                </span>
                <StatusBadge line={line} />
              </li>
            ))}
          </ul>
        )}
        {has_more && <p className={styles.quiet}>{t("Showing the latest {count}.", { count: bookings.length })}</p>}
      </section>
      <MergedRecords records={props.merged} mayUndo={props.may_merge} />
      {may_edit && (
        <CustomerForm
          key={`${is_conflict} ${seen}`}
          id={id}
          stored={{ name, email, phone, notes: props.notes }}
          {...{ seen, problems, typed, is_conflict }}
        />
      )}
      {may_erase && <PersonalData customer={customer} problems={problems} isOpen={typed?.intent === "erase"} />}
    </div>
  );
}

interface PersonalDataProps {
  customer: CustomerView["customer"];
  problems: Record<string, string[] | null>;
  isOpen: boolean;
}

function PersonalData({ customer: { id, name }, problems, isOpen }: PersonalDataProps) {
  return (
    <details className={folded.folded} open={isOpen}>
      <summary>{t("Export or erase personal data")}</summary>
      <div className={folded.form}>
        <LinkButton href={`/api/customers/${id}/export`} download={`customer-${id}.json`} icon="download">
          {t("Export data")}
        </LinkButton>
        <Form method="post" className={styles.erase!}>
          <input type="hidden" name="intent" value="erase" />
          <p>
            {t("Erases name, email, phone and notes everywhere. Bookings stay in your figures. This can’t be undone.")}
          </p>
          <TextInput
            name="typed_name"
            label={t("Type {name} to confirm", { name })}
            autoComplete="off"
            error={problems.typed_name?.join(" ")}
          />
          <Button type="submit" variant="danger">
            {t("Erase {name}", { name })}
          </Button>
        </Form>
      </div>
    </details>
  );
}

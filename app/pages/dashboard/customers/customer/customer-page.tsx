import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { BookingLink } from "~/ui/booking/booking-link";
import type { BookingLine } from "~/ui/booking/booking-lines";
import { StatusBadge } from "~/ui/booking/status-badge";
import { Notice } from "~/ui/feedback/notice";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm, refusalOf } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { Icon } from "~/ui/icon";
import { Button, LinkButton } from "~/ui/kit/button";
import buttons from "~/ui/kit/button.module.css";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { PageHeader } from "~/ui/layout/page-header";
import { CustomerForm } from "./customer-form";
import { ErasureNotice, type ErasureView } from "./erasure-notice";
import { MergeForm, type MergeView } from "./merge-form";
import { Duplicates, MergedRecords, type OtherRecord } from "./other-records";
import { Rich } from "~/ui/rich";
import folded from "~/ui/layout/folded.module.css";
import styles from "./customer-page.module.css";

/** A customer as this person may see them. */
export interface CustomerView {
  customer: { id: string; name: string; email: string; phone: string };
  /** Staff notes; "" for none or without permission. */
  notes: string;
  /** The customer this record was merged into. */
  merged_into: string | null;
  /** The record it is compared with. */
  merge: MergeView | null;
  duplicates: OtherRecord[];
  merged: OtherRecord[];
  may_merge: boolean;
  /** Progress of an erasure; null if not erased. */
  erasure: ErasureView | null;
  figures: { label: string; value: string }[];
  bookings: BookingLine[];
  has_more: boolean;
  may_edit: boolean;
  may_erase: boolean;
  /** Version of the displayed customer. */
  seen: number;
}

interface CustomerPageProps extends CustomerView {
  /** Response to a form: rejected, or the input after a save conflict. */
  answer: { result?: FormRefusal; conflict?: Record<string, unknown> } | undefined;
}

/** A customer: contact details, visits and bookings. */
export function CustomerPage({ answer, ...props }: CustomerPageProps) {
  const { customer, erasure, figures, bookings, has_more, may_edit, may_erase, seen } = props;
  const refusal = answer?.result;
  const isSaidInForm = ["edit", "erase"].some((intent) => refusalOf(refusal, intent) !== undefined);
  const { id, name, email, phone } = customer;
  return (
    <div className={styles.page}>
      <PageHeader title={name}>
        {may_edit && (
          <NewBookingLink asked={`customer=${id}`} className={buttons.button}>
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
              <bdi dir="ltr">
                {may_edit ? <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a> : phone}
              </bdi>
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
            parts={{
              customer: (inner) => (
                <Link to={`/dashboard/customers/${props.merged_into}`}>{inner}</Link>
              ),
            }}
          />
        </Notice>
      )}
      {props.notes !== "" && (
        <p className={styles.notes}>
          <Icon name="note" size={18} />
          <span>{props.notes}</span>
        </p>
      )}
      {!isSaidInForm && <Problems refusal={refusal} />}
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
        {has_more && (
          <p className={styles.quiet}>
            {t("Showing the latest {{count}}.", { count: bookings.length })}
          </p>
        )}
      </section>
      <MergedRecords records={props.merged} mayUndo={props.may_merge} />
      {may_edit && (
        <CustomerForm
          id={id}
          stored={{ name, email, phone, notes: props.notes }}
          seen={seen}
          refusal={refusal}
          conflict={answer?.conflict}
        />
      )}
      {may_erase && <PersonalData customer={customer} refusal={refusal} />}
    </div>
  );
}

interface PersonalDataProps {
  customer: CustomerView["customer"];
  refusal: FormRefusal | undefined;
}

function PersonalData({ customer: { id, name }, refusal }: PersonalDataProps) {
  return (
    <details className={folded.folded} open={refusalOf(refusal, "erase") !== undefined}>
      <summary>{t("Export or erase personal data")}</summary>
      <div className={folded.form}>
        <LinkButton
          href={`/api/customers/${id}/export`}
          download={`customer-${id}.json`}
          icon="download"
        >
          {t("Export data")}
        </LinkButton>
        <PageForm intent="erase" refusal={refusal} className={styles.erase!}>
          <p>
            {t(
              "Erases name, email, phone and notes everywhere. Bookings stay in your figures. This can’t be undone.",
            )}
          </p>
          <TextField name="typed_name" label={t("Type {{name}} to confirm", { name })} />
          <Button variant="danger" type="submit">
            {t("Erase {{name}}", { name })}
          </Button>
        </PageForm>
      </div>
    </details>
  );
}

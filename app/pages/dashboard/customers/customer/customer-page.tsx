import { Button, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { BookingLink } from "~/ui/booking/booking-link";
import type { BookingLine } from "~/ui/booking/booking-lines";
import { StatusBadge } from "~/ui/booking/status-badge";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { PageHeader } from "~/ui/layout/page-header";
import { CustomerForm } from "./customer-form";
import { ErasureNotice, type ErasureView } from "./erasure-notice";
import { MergeForm, type MergeView } from "./merge-form";
import { Duplicates, MergedRecords, type OtherRecord } from "./other-records";
import folded from "~/ui/layout/folded.module.css";
import styles from "./customer-page.module.css";

interface CustomerPageProps {
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
  problems: Record<string, string[] | null>;
  /** What a form that was refused held. */
  typed: Record<string, unknown> | null;
  /** The version of the customer that is shown. */
  seen: number;
  /** Someone else has changed it since `typed` was begun. */
  is_conflict: boolean;
}

/** A customer: how they can be reached, how often they come, and their bookings. */
export function CustomerPage(props: CustomerPageProps) {
  const { customer, erasure, figures, bookings, has_more, may_edit, may_erase, problems, seen, typed, is_conflict } =
    props;
  const { id, name, email, phone } = customer;
  return (
    <div className={styles.page}>
      <PageHeader title={name}>
        {may_edit && (
          <NewBookingLink asked={`customer=${id}`} className={styles.book}>
            <Icon name="plus" size={18} />
            New booking
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
          This record was merged into another customer.{" "}
          <Link to={`/dashboard/customers/${props.merged_into}`}>Open that customer</Link>
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
        <h2 id="bookings">Bookings</h2>
        {bookings.length === 0 ? (
          <p className={styles.quiet}>None that you may see.</p>
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
        {has_more && <p className={styles.quiet}>The latest {bookings.length} are shown.</p>}
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
      {may_erase && <PersonalData {...props} />}
    </div>
  );
}

function PersonalData({ customer: { id, name }, problems, typed }: CustomerPageProps) {
  return (
    <details className={folded.folded} open={typed?.intent === "erase"}>
      <summary>Personal data: export or erase</summary>
      <div className={folded.form}>
        <Button
          component="a"
          href={`/api/customers/${id}/export`}
          download={`customer-${id}.json`}
          size="md"
          variant="default"
          leftSection={<Icon name="download" size={18} />}
        >
          Export as one file
        </Button>
        <Form method="post" className={styles.erase!}>
          <input type="hidden" name="intent" value="erase" />
          <p>
            To erase means: name, address, number and notes go, everywhere and for good. The bookings stay as figures.
          </p>
          <TextInput
            size="md"
            name="typed_name"
            label={`Type ${name} to be sure`}
            autoComplete="off"
            error={problems.typed_name?.join(" ")}
          />
          <Button type="submit" size="md" color="red.8">
            Erase {name}
          </Button>
        </Form>
      </div>
    </details>
  );
}

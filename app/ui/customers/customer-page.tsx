import { Button, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { BookingLink } from "../bookings/booking-link";
import type { BookingLine } from "../bookings/booking-lines";
import { StatusBadge } from "../bookings/status-badge";
import { Notice } from "../feedback/notice";
import { Icon } from "../icon";
import { PageHeader } from "../layout/page-header";
import styles from "./customer-page.module.css";

interface CustomerPageProps {
  customer: { id: string; name: string; email: string; phone: string };
  is_erased: boolean;
  figures: { label: string; value: string }[];
  bookings: BookingLine[];
  has_more: boolean;
  may_edit: boolean;
  may_erase: boolean;
  problems: Record<string, string[] | null>;
  /** What a form that was refused held. */
  typed: Record<string, unknown> | null;
}

/** A customer: how they can be reached, how often they come, and their bookings. */
export function CustomerPage(props: CustomerPageProps) {
  const { customer, is_erased, figures, bookings, has_more, may_edit, may_erase, problems } = props;
  const { id, name, email, phone } = customer;
  return (
    <div className={styles.page}>
      <PageHeader title={name}>
        {may_edit && (
          <Link to={`/dashboard/bookings/new?customer=${id}`} className={styles.book!}>
            <Icon name="plus" size={18} />
            New booking
          </Link>
        )}
      </PageHeader>
      {is_erased ? (
        <Notice tone="info">This customer was erased. The bookings stay for your figures.</Notice>
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
      {problems[""] && <Notice tone="bad">{problems[""].join(" ")}</Notice>}
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
                  {line.day}, {line.time.split(" – ")[0]}
                </BookingLink>
                <span className={styles.what}>
                  {[line.service, line.resource, line.price].filter(Boolean).join(" · ")}
                </span>
                <StatusBadge status={line.status} waitsFor={line.waits_for} />
              </li>
            ))}
          </ul>
        )}
        {has_more && <p className={styles.quiet}>The latest {bookings.length} are shown.</p>}
      </section>
      {may_edit && <DetailsForm {...props} />}
      {may_erase && <PersonalData {...props} />}
    </div>
  );
}

function DetailsForm({ customer, problems, typed }: CustomerPageProps) {
  const held = (name: keyof typeof customer) => {
    const given = typed?.intent === "edit" ? typed[name] : undefined;
    return typeof given === "string" ? given : typed?.intent === "edit" ? "" : customer[name];
  };
  const field = (name: keyof typeof customer, label: string, type: string, maxLength: number) => (
    <TextInput
      size="md"
      {...{ name, label, type, maxLength }}
      required={name === "name"}
      withAsterisk={false}
      autoComplete="off"
      defaultValue={held(name)}
      error={problems[name]?.join(" ")}
    />
  );
  return (
    <details className={styles.folded} open={typed?.intent === "edit"}>
      <summary>Edit the details</summary>
      <Form method="post" className={styles.form!} key={customer.id}>
        <input type="hidden" name="intent" value="edit" />
        <div className={styles.fields}>
          {field("name", "Name", "text", 120)}
          {field("phone", "Telephone", "tel", 32)}
          {field("email", "E-mail", "email", 254)}
        </div>
        <Button type="submit" size="md">
          Save
        </Button>
      </Form>
    </details>
  );
}

function PersonalData({ customer: { id, name }, problems, typed }: CustomerPageProps) {
  return (
    <details className={styles.folded} open={typed?.intent === "erase"}>
      <summary>Personal data: export or erase</summary>
      <div className={styles.form}>
        <Button
          component="a"
          href={`/api/customers/${id}/export`}
          download={`customer-${id}.json`}
          size="md"
          variant="default"
          leftSection={<Icon name="download" size={18} />}
        >
          Export everything as one file
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

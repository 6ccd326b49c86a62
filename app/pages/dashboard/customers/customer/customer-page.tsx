import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { BookingLink } from "~/ui/booking/booking-link";
import { StatusBadge } from "~/ui/booking/status-badge";
import { Notice } from "~/ui/feedback/notice";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm, refusalOf } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { Icon } from "~/ui/icon";
import { Button, BUTTON, LinkButton } from "~/ui/kit/button";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { PageHeader } from "~/ui/layout/page-header";
import { CustomerForm } from "./customer-form";
import { ErasureNotice } from "./erasure-notice";
import { MergeForm } from "./merge-form";
import { Duplicates, MergedRecords } from "./other-records";
import { Rich } from "~/ui/rich";
import { FOLDED_FORM, FoldedForms } from "~/ui/kit/disclosure";
import type { CustomerView } from "./load.server";
import { EmailText } from "~/ui/email-text";

interface CustomerPageProps extends CustomerView {
  /** Response to a form: rejected, or the input after a save conflict. */
  answer: { result?: FormRefusal; conflict?: Record<string, unknown> } | undefined;
}

/** A customer: contact details, visits and bookings. */
export function CustomerPage({ answer, ...props }: CustomerPageProps) {
  const { customer, erasure, figures, bookings, has_more, may_edit, may_erase, seen } = props;
  const refusal = answer?.result;
  const isShownInForm = ["edit", "erase"].some(
    (intent) => refusalOf(refusal, intent) !== undefined,
  );
  const { id, name, email, phone } = customer;
  return (
    <div className="flex flex-col gap-5 max-w-240 [&>header]:m-0 [&_h2]:m-0 [&_h2]:mb-2 [&_h2]:text-[0.875rem] [&_h2]:font-semibold">
      <PageHeader title={name} up={{ to: "/dashboard/customers", name: t("Customers") }}>
        {may_edit && (
          <NewBookingLink search={`customer=${id}`} className={BUTTON}>
            <Icon name="plus" size={18} />
            {t("New booking")}
          </NewBookingLink>
        )}
      </PageHeader>
      {erasure !== null ? (
        <ErasureNotice {...erasure} />
      ) : (
        <p className="flex flex-wrap gap-x-6 gap-y-1 m-0 -mt-4 text-[0.875rem]">
          {phone !== "" && (
            <span className="inline-flex items-center gap-2 leading-[1.75rem] wrap-anywhere">
              <Icon className="text-muted" name="phone" size={18} />
              <bdi dir="ltr">
                {may_edit ? (
                  <a className="text-accent-text" href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
                    {phone}
                  </a>
                ) : (
                  phone
                )}
              </bdi>
            </span>
          )}
          {props.has_stopped_texts && (
            <span className="inline-flex items-center gap-2 leading-[1.75rem] text-muted">
              {t("Replied STOP: gets no text reminders")}
            </span>
          )}
          {email !== "" && (
            <span className="inline-flex items-center gap-2 leading-[1.75rem] wrap-anywhere">
              <Icon className="text-muted" name="mail" size={18} />
              {may_edit ? (
                <a className="text-accent-text" href={`mailto:${email}`}>
                  <EmailText email={email} />
                </a>
              ) : (
                <EmailText email={email} />
              )}
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
        <p className="flex gap-3 items-start m-0 py-3 px-5 rounded-[0.875rem] bg-quiet-soft">
          <Icon className="mt-1" name="note" size={18} />
          <span className="leading-[1.625rem] wrap-anywhere whitespace-pre-line">
            {props.notes}
          </span>
        </p>
      )}
      {!isShownInForm && <Problems refusal={refusal} />}
      {props.merge && <MergeForm customer={customer} merge={props.merge} />}
      {props.merge === null && <Duplicates id={id} records={props.duplicates} />}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4 m-0 py-3 border-y border-line">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-muted text-[0.75rem]">{label}</dt>
            <dd className="m-0 text-[1rem] font-semibold leading-[1.5rem]">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="bookings">
        <h2 id="bookings">{t("Bookings")}</h2>
        {bookings.length === 0 ? (
          <p className="m-0 mt-2 text-muted">{t("No bookings")}</p>
        ) : (
          <ul className="m-0 p-0 border border-line rounded-[0.875rem] bg-surface list-none [&_li]:flex [&_li]:flex-wrap [&_li]:items-center [&_li]:gap-x-5 [&_li]:gap-y-1 [&_li]:min-h-11 [&_li]:py-1 [&_li]:px-3 [&_li]:text-[0.875rem] [&_li+li]:border-t [&_li+li]:border-line">
            {bookings.map((line) => (
              <li key={line.id} data-row>
                <BookingLink
                  id={line.id}
                  className="min-w-48 text-text font-medium leading-[1.75rem] no-underline hover:text-accent-text hover:underline"
                >
                  {line.day}, {line.from}
                </BookingLink>
                <span className="flex-[1_1_12rem] text-muted wrap-anywhere">
                  {[line.service, line.resource, line.price].filter(Boolean).join(" · ")}
                </span>
                <StatusBadge line={line} />
              </li>
            ))}
          </ul>
        )}
        {has_more && (
          <p className="m-0 mt-2 text-muted">
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
    <FoldedForms
      title={t("Export or erase personal data")}
      open={refusalOf(refusal, "erase") !== undefined}
    >
      <div className={FOLDED_FORM}>
        <LinkButton
          href={`/api/customers/${id}/export`}
          download={`customer-${id}.json`}
          icon="download"
        >
          {t("Export data")}
        </LinkButton>
        <PageForm intent="erase" refusal={refusal} className="flex flex-col gap-4 items-start">
          <p className="m-0 text-muted">
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
    </FoldedForms>
  );
}

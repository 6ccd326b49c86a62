import { Link } from "@remix-run/react";
import type { KnownCustomer } from "~/domain/customers/find-known.sql.server";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import type { FieldLimits } from "~/ui/form/field-limits";
import { TextAreaField, TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Button } from "~/ui/kit/button";
import { FieldRow, FORM } from "~/ui/kit/form";
import { PageHeader } from "~/ui/layout/page-header";

interface NewCustomerPageProps {
  /** Identifies this rendering of the form, so that sending it twice adds one customer. */
  form_key: string;
  limits: Record<string, FieldLimits>;
  answer: { result?: FormRefusal; known?: KnownCustomer[] } | undefined;
}

/** The form for a new customer; says who has the email address or phone number already. */
export function NewCustomerPage({ form_key, limits, answer }: NewCustomerPageProps) {
  const known = answer?.known ?? [];
  return (
    <>
      <PageHeader
        up={{ to: "/dashboard/customers", name: t("Customers") }}
        title={t("New customer")}
      />
      <PageForm limits={limits} refusal={answer?.result} draft="new customer" className={FORM}>
        <input type="hidden" name="key" value={form_key} />
        {known.length > 0 && <Known known={known} />}
        <TextField name="name" label={t("Name")} required autoFocus={known.length === 0} />
        <FieldRow>
          <TextField name="phone" label={t("Phone")} type="tel" />
          <TextField name="email" label={t("Email")} type="email" />
        </FieldRow>
        <TextAreaField
          name="notes"
          label={t("Notes")}
          description={t("For your team. Guests never see them.")}
          rows={3}
        />
        <Button variant="primary" type="submit">
          {t("Add customer")}
        </Button>
      </PageForm>
    </>
  );
}

/** Customers with the same address or number; a phone number may be a family's. */
function Known({ known }: { known: readonly KnownCustomer[] }) {
  const isSameEmail = known.some(({ same }) => same === "email");
  return (
    <Notice
      tone="bad"
      actions={
        !isSameEmail && (
          <Button type="submit" name="separate" value="on">
            {t("Add anyway")}
          </Button>
        )
      }
    >
      {isSameEmail
        ? t("A customer with this email already exists.")
        : t("A customer with this phone number already exists.")}
      <ul className="m-0 mt-1 p-0 list-none">
        {known.map(({ id, name }) => (
          <li key={id}>
            <Link to={`/dashboard/customers/${id}`} className="text-inherit font-medium">
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

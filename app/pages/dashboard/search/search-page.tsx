import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowSide } from "~/ui/kit/list";
import { Button } from "~/ui/kit/button";
import { TextInput } from "~/ui/kit/inputs";
import type { Found } from "~/ui/layout/found";
import { PageHeader } from "~/ui/layout/page-header";

/** The palette's search as a page, for use without JavaScript. */
export function SearchPage({ q, customers, bookings, help }: Found) {
  const isNothing = customers.length + bookings.length + help.length === 0;
  return (
    <>
      <PageHeader title={t("Search")} />
      <Form
        method="get"
        role="search"
        className="flex flex-wrap items-end gap-2 max-w-160 mb-5 [&>:first-child]:flex-[1_1_16rem]"
      >
        <TextInput
          name="q"
          type="search"
          label={t("Name, phone, email or reference")}
          defaultValue={q}
          maxLength={100}
          autoFocus
        />
        <Button variant="primary" type="submit">
          {t("Search")}
        </Button>
      </Form>
      {q !== "" && isNothing && (
        <p role="status">{t("No results. Try another part of the name, phone or reference.")}</p>
      )}
      {customers.length > 0 && (
        <FoundList title={t("Customers")} found={customers.map(toCustomerLine)} />
      )}
      {bookings.length > 0 && (
        <FoundList title={t("Bookings")} found={bookings.map(toBookingLine)} />
      )}
      {help.length > 0 && <FoundList title={t("Help")} found={help.map(toHelpLine)} />}
    </>
  );
}

interface FoundLine {
  to: string;
  title: string;
  more: string;
  /** Of the title, if it differs from the page's. */
  lang?: string;
}

const toCustomerLine = ({ id, name, contact }: Found["customers"][number]): FoundLine => ({
  to: `/dashboard/customers/${id}`,
  title: name,
  more: contact,
});
const toBookingLine = ({ id, title, more }: Found["bookings"][number]): FoundLine => ({
  to: `/dashboard/bookings/${id}`,
  title,
  more,
});
const toHelpLine = ({ to, title }: Found["help"][number]): FoundLine => ({
  to,
  title,
  more: "",
  lang: "en",
});

function FoundList({ title, found }: { title: string; found: FoundLine[] }) {
  return (
    <section
      aria-label={title}
      className="max-w-192 mb-6 [&_h2]:m-0 [&_h2]:mb-2 [&_h2]:text-md [&_h2]:font-semibold"
    >
      <h2>{title}</h2>
      <List>
        {found.map((one) => (
          <Row key={one.to}>
            <RowMain>
              <RowName to={one.to}>
                <span lang={one.lang}>{one.title}</span>
              </RowName>
            </RowMain>
            <RowSide>{one.more}</RowSide>
          </Row>
        ))}
      </List>
    </section>
  );
}

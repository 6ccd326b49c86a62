import { Form, Link } from "@remix-run/react";
import { type ChangeEvent, useId } from "react";
import type { ImportKind } from "~/domain/imports/import-fields";
import type { ImportRecord } from "~/domain/imports/import-row";
import { msg, t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { Button } from "~/ui/kit/button";
import { Fieldset, Hint, Tick } from "~/ui/kit/form";
import { FILE_INPUT } from "~/ui/kit/inputs";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { RecentImport } from "./load.server";

interface ImportPageProps {
  max_bytes: number;
  max_rows: number;
  /** Chosen at first. */
  kind: ImportKind;
  recent: RecentImport[];
  problem: string | null;
}

const STATES: Record<ImportRecord["state"], string> = {
  reading: msg("Not imported"),
  draft: msg("Not imported"),
  running: msg("Not finished"),
  done: msg("Imported"),
  undoing: msg("Not finished"),
  undone: msg("Undone"),
};

/** Uploads a file of customers or bookings; a full page load, so it works before JavaScript. */
export function ImportPage({ max_bytes, max_rows, kind, recent, problem }: ImportPageProps) {
  const id = useId();
  const limits = { megabytes: max_bytes / 1024 / 1024, rows: max_rows };
  // The server refuses a larger file too, after it has been sent.
  const checkSize = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const isTooLarge = (input.files?.[0]?.size ?? 0) > max_bytes;
    input.setCustomValidity(
      isTooLarge
        ? t("This file is larger than {{limit}} MB. Split it into several files.", {
            limit: limits.megabytes,
          })
        : "",
    );
  };
  return (
    <div className="max-w-192">
      <PageHeader up={{ to: "/dashboard/customers", name: t("Customers") }} title={t("Import")} />
      <p className="m-0 mb-5 text-muted">
        {t(
          "Exports from Calendly, Acuity, Square, Easy!Appointments and this service are recognised. Nothing is imported before you confirm it.",
        )}
      </p>
      <Form
        method="post"
        encType="multipart/form-data"
        reloadDocument
        className="flex flex-col gap-4 items-start"
      >
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        <Fieldset legend={t("Rows of the file")}>
          <Tick type="radio" name="kind" value="customers" defaultChecked={kind === "customers"}>
            {t("Customers")}
          </Tick>
          <Tick
            type="radio"
            name="kind"
            value="bookings"
            defaultChecked={kind === "bookings"}
            explains={t("Past ones become history, upcoming ones are booked. Guests get no email.")}
          >
            {t("Bookings")}
          </Tick>
        </Fieldset>
        <div className="flex flex-col gap-1 max-w-full">
          <label htmlFor={id} className="text-sm font-medium">
            {t("CSV file")}
          </label>
          <input
            id={id}
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,text/csv"
            className={FILE_INPUT}
            onChange={checkSize}
            aria-describedby={`${id}-limits`}
            required
          />
          <Hint id={`${id}-limits`}>
            {t("At most {{megabytes}} MB and {{rows}} rows.", limits)}
          </Hint>
        </div>
        <Button variant="primary" type="submit">
          {t("Preview import")}
        </Button>
      </Form>
      {recent.length > 0 && (
        <div className="mt-8 border-t border-line">
          <Card
            title={t("Recent imports")}
            lead={t("Kept for 7 days. Until then they can be undone.")}
          >
            <ul className="m-0 p-0 list-none border-t border-line">
              {recent.map(({ path, file_name, kind: recentKind, when, state }) => (
                <li
                  key={path}
                  className="flex flex-wrap gap-x-4 gap-y-0.5 items-center min-h-row py-2 border-b border-line"
                >
                  <Link to={path} className="flex-1 font-medium text-text wrap-anywhere">
                    <bdi>{file_name}</bdi>
                  </Link>
                  <span className="text-muted text-sm">
                    {recentKind === "bookings" ? t("Bookings") : t("Customers")}
                  </span>
                  <span className="text-muted text-sm">{when}</span>
                  <span className="text-muted text-sm">{t(STATES[state])}</span>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      )}
    </div>
  );
}

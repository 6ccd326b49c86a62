import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/feedback/badge";
import { Choose } from "~/ui/form/choose";
import { Confirm } from "~/ui/form/confirm";
import { FormProblems } from "~/ui/form/fields";
import { formState, type FormRefusal } from "~/ui/form/form-state";
import { TextInput } from "~/ui/kit/inputs";
import { EmptyList, FilterForm } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { messageWords } from "../mail-words";
import type { MailLogView } from "./load.server";
import styles from "~/ui/layout/rows.module.css";

export const LOG_PATH = "/dashboard/mail/log";

const STATES = Object.fromEntries(Object.entries(messageWords).map(([value, { label }]) => [value, label]));

/** Each mail and SMS with what became of it. */
export function LogPage({ view, refusal }: { view: MailLogView; refusal: FormRefusal | undefined }) {
  const { given, problem, next_cursor, messages } = view;
  const { cursor, ...filters } = given;
  const isFiltered = Object.keys(filters).length > 0;
  const to = (more: Record<string, string>) => `${LOG_PATH}?${new URLSearchParams({ ...filters, ...more })}`;
  return (
    <>
      <PageHeader title={t("Mail log")} />
      <FilterForm label={t("Mail log")} filters={filters} problem={problem} without_days>
        <Choose name="status" label={t("State")} any="Any state" words={STATES} given={given} />
        <TextInput name="recipient" label={t("Whole address")} type="search" defaultValue={given.recipient ?? ""} />
      </FilterForm>
      <div className={styles.above} hidden={refusal === undefined}>
        <FormProblems state={formState({}, refusal)} />
      </div>
      {messages.length === 0 ? (
        <EmptyList icon="mail" title={t("Nothing sent yet")} clear={isFiltered ? LOG_PATH : null}>
          <p>{t("Each mail and SMS to a guest or to your team is noted here.")}</p>
        </EmptyList>
      ) : (
        <ul className={styles.list}>
          {messages.map(({ id, kind, recipient, subject, status, error_code, booking_id, can_resend, at }) => (
            <li key={id} data-row>
              <div className={styles.main}>
                <span className={styles.name}>{recipient}</span>
                <p>{[kind, subject, at].filter(Boolean).join(" · ")}</p>
              </div>
              <div className={styles.side}>
                {booking_id !== null && <Link to={`/dashboard/bookings/${booking_id}`}>{t("Booking")}</Link>}
                {error_code !== null && <span>{error_code}</span>}
                <Badge tone={messageWords[status].tone} icon={messageWords[status].icon}>
                  {messageWords[status].label}
                </Badge>
              </div>
              {can_resend && (
                <Confirm tone="plain" title={t("Send again")} button={t("Send it to this address")} fields={{ id }}>
                  <p>{t("The same text goes to the same address, as a message of its own.")}</p>
                </Confirm>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager
        count={
          messages.length === 0 ? "" : `${messages.length} on this page. The text of a message is kept for 30 days.`
        }
        first={cursor === undefined ? null : to({})}
        next={next_cursor === null ? null : to({ cursor: next_cursor })}
      />
    </>
  );
}

import { Link } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { Notices } from "~/ui/feedback/notice";
import { Badge } from "~/ui/kit/badge";
import { Choose } from "~/ui/form/choose";
import { Confirm } from "~/ui/form/confirm";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { EmptyList, FilterForm } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { messageWords } from "~/ui/message-words";
import type { MailLogView } from "./load.server";
import { TextInput } from "~/ui/kit/inputs";
import { EmailText } from "~/ui/email-text";

export const LOG_PATH = "/dashboard/mail/log";

/** Emails and SMS with their delivery status. */
export function LogPage({
  view,
  refusal,
}: {
  view: MailLogView;
  refusal: FormRefusal | undefined;
}) {
  const { given, problem, next_cursor, messages } = view;
  const { cursor, ...filters } = given;
  const isFiltered = Object.keys(filters).length > 0;
  const states = Object.fromEntries(
    Object.entries(messageWords).map(([value, { label }]) => [value, t(label)]),
  );
  const to = (more: Record<string, string>) =>
    `${LOG_PATH}?${new URLSearchParams({ ...filters, ...more })}`;
  return (
    <>
      <PageHeader title={t("Message log")} />
      <FilterForm label={t("Message log")} filters={filters} problem={problem} without_days>
        <Choose
          name="status"
          label={t("Status")}
          any={t("Any status")}
          words={states}
          given={given}
        />
        <TextInput
          name="recipient"
          label={t("Recipient")}
          type="search"
          defaultValue={given.recipient ?? ""}
        />
      </FilterForm>
      <Notices>
        <Problems refusal={refusal} />
      </Notices>
      {messages.length === 0 ? (
        <EmptyList icon="mail" title={t("No messages yet")} clear={isFiltered ? LOG_PATH : null}>
          <p>{t("Emails and SMS to your guests and your team appear here.")}</p>
        </EmptyList>
      ) : (
        <List>
          {messages.map(
            ({ id, kind, recipient, subject, status, reason, booking_id, can_resend, at }) => (
              <Row key={id}>
                <RowMain>
                  <RowName>
                    <EmailText email={recipient} />
                  </RowName>
                  <RowText>{[kind, subject, at].filter(Boolean).join(" · ")}</RowText>
                </RowMain>
                <RowSide>
                  {booking_id !== null && (
                    <Link to={`/dashboard/bookings/${booking_id}`}>{t("Booking")}</Link>
                  )}
                  {reason !== null && <span>{reason}</span>}
                  <Badge tone={messageWords[status].tone} icon={messageWords[status].icon}>
                    {t(messageWords[status].label)}
                  </Badge>
                </RowSide>
                {can_resend && (
                  <Confirm
                    tone="plain"
                    title={t("Resend")}
                    button={t("Resend message")}
                    fields={{ id }}
                  >
                    <p>{t("Sends the same text to the same address again.")}</p>
                  </Confirm>
                )}
              </Row>
            ),
          )}
        </List>
      )}
      <Pager
        count={
          messages.length === 0
            ? ""
            : plural(
                messages.length,
                "{{count}} message on this page. Texts are kept for 30 days.",
                "{{count}} messages on this page. Texts are kept for 30 days.",
              )
        }
        first={cursor === undefined ? null : to({})}
        next={next_cursor === null ? null : to({ cursor: next_cursor })}
      />
    </>
  );
}

import { TextInput } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ResendForm } from "../mail-forms";
import { listMessages } from "~/domain/email/list-messages.sql.server";
import { resendMessage } from "~/domain/email/messages.server";
import { redirectWith } from "~/http/flash.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { Badge } from "~/ui/feedback/badge";
import { Choose } from "~/ui/form/choose";
import { Confirm } from "~/ui/form/confirm";
import { FormProblems } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { EmptyList, FilterForm } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { kindWords, messageWords } from "../mail-words";
import { readMessageQuery } from "./message-query";
import { instantWriter } from "~/ui/when";
import styles from "~/ui/layout/rows.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Mail log · Booking Service" }];

const PATH = "/dashboard/mail/log";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const write = instantWriter(calendarOf(actor));
  const { given, filter, problem } = readMessageQuery(new URL(request.url).searchParams);
  const { page, moved } = await orFirstPage(filter, (asked) => listMessages(actor, asked));
  return {
    given,
    problem: moved ?? problem,
    next_cursor: page.page.next_cursor,
    messages: page.data.map(
      ({ id, kind, channel, recipient, subject, status, error_code, booking_id, can_resend, created_at }) => ({
        ...{ id, recipient, subject, status, error_code, booking_id, can_resend },
        kind: channel === "sms" ? `${kindWords(kind)}, SMS` : kindWords(kind),
        at: write(created_at),
      }),
    ),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, ResendForm, async ({ id }) => {
    const { recipient } = await resendMessage(actor, id);
    return redirectWith(`${PATH}${new URL(request.url).search}`, `Sent again to ${recipient}.`);
  });
}

const STATES = Object.fromEntries(Object.entries(messageWords).map(([value, { label }]) => [value, label]));

export default function MailLog() {
  const { given, problem, next_cursor, messages } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { cursor, ...filters } = given;
  const isFiltered = Object.keys(filters).length > 0;
  const to = (more: Record<string, string>) => `${PATH}?${new URLSearchParams({ ...filters, ...more })}`;
  return (
    <>
      <PageHeader title="Mail log" />
      <FilterForm label="Mail log" filters={filters} problem={problem} without_days>
        <Choose name="status" label="State" any="Any state" words={STATES} given={given} />
        <TextInput name="recipient" label="Whole address" type="search" defaultValue={given.recipient ?? ""} />
      </FilterForm>
      <div className={styles.above} hidden={answer === undefined}>
        <FormProblems state={formState({}, answer?.result)} />
      </div>
      {messages.length === 0 ? (
        <EmptyList icon="mail" title="Nothing sent yet" clear={isFiltered ? PATH : null}>
          <p>Each mail and SMS to a guest or to your team is noted here.</p>
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
                {booking_id !== null && <Link to={`/dashboard/bookings/${booking_id}`}>Booking</Link>}
                {error_code !== null && <span>{error_code}</span>}
                <Badge tone={messageWords[status].tone} icon={messageWords[status].icon}>
                  {messageWords[status].label}
                </Badge>
              </div>
              {can_resend && (
                <Confirm tone="plain" title="Send again" button="Send it to this address" fields={{ id }}>
                  <p>The same text goes to the same address, as a message of its own.</p>
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

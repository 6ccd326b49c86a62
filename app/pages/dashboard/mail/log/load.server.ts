import { listMessages } from "~/domain/email/list-messages.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { instantWriter } from "~/ui/when";
import { messageLabel, reasonWords } from "~/ui/message-words";
import { readMessageQuery } from "./message-query";

export type MailLogView = Awaited<ReturnType<typeof loadMailLog>>;

/** A page of sent messages matching the URL. */
export async function loadMailLog(actor: UserActor, search: URLSearchParams) {
  const write = instantWriter(calendarOf(actor));
  const { given, filter, problem } = readMessageQuery(search);
  const { page, moved } = await orFirstPage(filter, (query) => listMessages(actor, query));
  return {
    given,
    problem: moved ?? problem,
    next_cursor: page.page.next_cursor,
    messages: page.data.map(
      ({
        id,
        kind,
        channel,
        recipient,
        subject,
        status,
        error_code,
        booking_id,
        can_resend,
        created_at,
      }) => ({
        id,
        recipient,
        subject,
        status,
        booking_id,
        can_resend,
        reason: error_code && reasonWords(error_code),
        kind: messageLabel({ kind, channel }),
        at: write(created_at),
      }),
    ),
  };
}

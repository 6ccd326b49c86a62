import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageQuery } from "~/contract/common";
import { UnblockForm } from "../mail-forms";
import { removeSuppression } from "~/domain/email/messages.server";
import { listSuppressions } from "~/domain/email/suppressions.sql.server";
import { redirectWith } from "~/http/flash.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { Confirm } from "~/ui/form/confirm";
import { FormProblems } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { instantWriter } from "~/ui/when";
import styles from "~/ui/layout/rows.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Blocked addresses · Booking Service" }];

const PATH = "/dashboard/mail/blocked";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const write = instantWriter(calendarOf(actor));
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const filter = PageQuery.safeParse({ cursor }).data ?? PageQuery.parse({});
  const { page } = await orFirstPage(filter, (asked) => listSuppressions(actor, asked));
  return {
    is_first: cursor === undefined,
    next_cursor: page.page.next_cursor,
    blocked: page.data.map(({ address, reason, created_at }) => ({ address, reason, since: write(created_at) })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, UnblockForm, async ({ address }) => {
    await removeSuppression(actor, address);
    return redirectWith(PATH, `${address} takes mail again.`);
  });
}

export default function BlockedAddresses() {
  const { is_first, next_cursor, blocked } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <PageHeader title="Blocked addresses" aside="Mail to them came back, or was reported as unwanted." />
      <div className={styles.above} hidden={answer === undefined}>
        <FormProblems state={formState({}, answer?.result)} />
      </div>
      {blocked.length === 0 ? (
        <EmptyList icon="mail" title="No address is blocked" clear={null}>
          <p>An address that takes no mail is listed here, and nothing more is sent to it.</p>
        </EmptyList>
      ) : (
        <ul className={styles.list}>
          {blocked.map(({ address, reason, since }) => (
            <li key={address} data-row>
              <div className={styles.main}>
                <span className={styles.name}>{address}</span>
                <p>{[reason, since].join(" · ")}</p>
              </div>
              <Confirm tone="plain" title="Unblock" button="Send there again" fields={{ address }}>
                <p>Mails that are sent from now on go there again. What was not sent meanwhile stays unsent.</p>
              </Confirm>
            </li>
          ))}
        </ul>
      )}
      <Pager
        count={blocked.length === 0 ? "" : `${blocked.length} on this page.`}
        first={is_first ? null : PATH}
        next={next_cursor === null ? null : `${PATH}?cursor=${encodeURIComponent(next_cursor)}`}
      />
    </>
  );
}

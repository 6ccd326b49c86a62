import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { ResourceFilter } from "~/contract/resources";
import { NewUser, UserFilter } from "~/contract/users";
import { listResources } from "~/domain/resources/resources.server";
import { inviteUser } from "~/domain/users/invite-user.server";
import { listUsers } from "~/domain/users/list-users.sql.server";
import { InviteForm } from "./team-forms";
import { redirectWith } from "~/http/flash.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { clock } from "~/lib/clock";
import { Draft } from "~/ui/drafts/draft";
import { Badge } from "~/ui/feedback/badge";
import { Notice } from "~/ui/feedback/notice";
import { fieldLimits } from "~/ui/form/field-limits";
import { FormProblems, TextField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { PersonFields } from "./person-fields";
import { roleWords } from "../role-words";
import { instantWriter } from "~/ui/when";
import fields from "~/ui/form/fields.module.css";
import styles from "~/ui/layout/rows.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Team · Booking Service" }];

const PATH = "/dashboard/settings/team";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const write = instantWriter(calendarOf(actor));
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const [{ page, moved }, resources] = await Promise.all([
    orFirstPage({ ...UserFilter.parse({}), cursor }, (filter) => listUsers(actor, filter)),
    listResources(actor, ResourceFilter.parse({ limit: 100 })),
  ]);
  const names = new Map(resources.data.map(({ id, name }) => [id, name]));
  return {
    limits: fieldLimits(NewUser),
    problem: moved,
    has_cursor: cursor !== undefined && moved === null,
    next_cursor: page.page.next_cursor,
    resources: resources.data.filter(({ active }) => active).map(({ id, name }) => ({ id, name })),
    people: page.data.map(({ id, name, email, role, status, resource_ids, last_seen_at, ...rest }) => ({
      ...{ id, name: name ?? email, email, role },
      is_self: id === actor.user_id,
      works_with: resource_ids.map((one) => names.get(one) ?? "a resource that is gone"),
      invited_until: status === "invited" && rest.invitation_expires_at ? write(rest.invitation_expires_at) : null,
      is_over: rest.invitation_expires_at !== null && Date.parse(rest.invitation_expires_at) <= clock.now(),
      seen: status === "active" ? (last_seen_at === null ? "Never seen" : `Seen ${write(last_seen_at)}`) : null,
    })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, InviteForm, async ({ name, ...form }) => {
    const { email } = await inviteUser(actor, { ...form, name: name ?? null });
    return redirectWith(PATH, `Invited ${email}. The mail is on its way, and its link works for seven days.`);
  });
}

export default function Team() {
  const { people, limits, resources, problem, has_cursor, next_cursor } = useLoaderData<typeof loader>();
  const state = formState({ role: "staff" }, useActionData<typeof action>()?.result);
  return (
    <>
      <PageHeader title="Team" />
      {problem !== null && (
        <div className={styles.above}>
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      <ul className={styles.list}>
        {people.map(({ id, name, email, role, is_self, works_with, invited_until, is_over, seen }) => (
          <li key={id} data-row>
            <div className={styles.main}>
              <Link to={`${PATH}/${id}`} className={styles.name!} prefetch="intent">
                {name}
                {is_self && " (you)"}
              </Link>
              {name !== email && <p>{email}</p>}
              <p>
                {roleWords[role].label}: {roleWords[role].does}
              </p>
              {works_with.length > 0 && <p>Works with {works_with.join(", ")}.</p>}
            </div>
            <div className={styles.side}>
              {seen !== null && <span>{seen}</span>}
              {invited_until !== null && (
                <Badge tone={is_over ? "quiet" : "wait"} icon={is_over ? "hourglass" : "mail"}>
                  {is_over ? `Invitation ended ${invited_until}` : `Invited until ${invited_until}`}
                </Badge>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Pager
        count={people.length === 1 ? "1 person on this page" : `${people.length} people on this page`}
        first={has_cursor ? PATH : null}
        next={next_cursor === null ? null : `${PATH}?cursor=${encodeURIComponent(next_cursor)}`}
      />
      <Card title="Invite someone" lead="They get a mail with a link and sign in with that address.">
        <Form method="post" className={fields.form!} key={people.length}>
          <Draft name="invitation" />
          <FormProblems state={state} />
          <div className={fields.row}>
            <TextField state={state} name="email" label="E-mail" type="email" {...limits.email} required />
            <TextField state={state} name="name" label="Name (not required)" {...limits.name} />
          </div>
          <PersonFields state={state} roles={["admin", "staff", "viewer"]} resources={resources} />
          <Button type="submit" size="md">
            Send the invitation
          </Button>
        </Form>
      </Card>
    </>
  );
}

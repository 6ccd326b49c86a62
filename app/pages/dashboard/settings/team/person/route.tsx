import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { ResourceFilter } from "~/contract/resources";
import { UserPatch } from "~/contract/users";
import { revokeKeysOf } from "~/domain/api-keys/change-key.server";
import { listResources } from "~/domain/resources/resources.server";
import { removeUser, updateUser } from "~/domain/users/change-user.server";
import { getUser } from "~/domain/users/list-users.sql.server";
import { resendInvitation } from "~/domain/users/resend-invitation.server";
import { PersonForm } from "../team-forms";
import { redirectWith } from "~/http/flash.server";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { Draft } from "~/ui/drafts/draft";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { fieldLimits } from "~/ui/form/field-limits";
import { FormProblems, TextField, TickField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { Card, Facts } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { PersonFields } from "../person-fields";
import { roleWords } from "../../role-words";
import { instantWriter } from "~/ui/when";
import styles from "~/ui/form/fields.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
import { isolate } from "~/lib/isolate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.person.name ?? "Person"} · Booking Service` },
];

const TEAM = "/dashboard/settings/team";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const user = await orNoPage(getUser(actor, pageId(params)));
  const resources = await listResources(actor, ResourceFilter.parse({ limit: 100 }));
  const write = instantWriter(calendarOf(actor));
  const isSelf = user.id === actor.user_id;
  const isReached = user.role !== "owner" || isSelf;
  return {
    limits: fieldLimits(UserPatch),
    person: { id: user.id, name: user.name ?? user.email, email: user.email, role: user.role },
    is_invited: user.status === "invited",
    until: user.invitation_expires_at && write(user.invitation_expires_at),
    seen: user.last_seen_at && write(user.last_seen_at),
    live_keys: user.live_keys,
    may_edit: isReached,
    may_change_role: isReached && !isSelf,
    may_hand_over: actor.role === "owner" && !isSelf && user.status === "active",
    stored: { name: user.name ?? "", role: user.role, resource_ids: user.resource_ids },
    resources: resources.data
      .filter(({ id, active }) => active || user.resource_ids.includes(id))
      .map(({ id, name }) => ({ id, name })),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  const path = `${TEAM}/${id}`;
  return submit(request, PersonForm, async (form) => {
    switch (form.intent) {
      case "edit": {
        const { name, role, resource_ids } = form;
        const isLimited = role === "staff" || role === "viewer";
        const user = await updateUser(actor, id, {
          ...(name !== undefined && { name }),
          ...(role !== undefined && { role }),
          ...(isLimited && { resource_ids }),
        });
        return redirectWith(path, `Saved ${isolate(user.name ?? user.email)}.`);
      }
      case "resend": {
        const { email } = await resendInvitation(actor, id);
        return redirectWith(path, `A new link is on its way to ${email}. The old one has ended.`);
      }
      case "hand_over": {
        const user = await updateUser(actor, id, { role: "owner" });
        return redirectWith(TEAM, `${isolate(user.name ?? user.email)} is the owner now. You are an admin.`);
      }
      case "remove": {
        const { name, email } = await getUser(actor, id);
        await removeUser(actor, id);
        if (form.keys) await revokeKeysOf(actor, id);
        return redirectWith(TEAM, `Removed ${isolate(name ?? email)}.`);
      }
    }
  });
}

export default function Person() {
  const {
    person,
    limits,
    is_invited,
    until,
    seen,
    live_keys,
    may_edit,
    may_change_role,
    may_hand_over,
    stored,
    resources,
  } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.result;
  const edit = formState(stored, refusal, "edit");
  const resend = formState({}, refusal, "resend");
  const { name, email, role } = person;
  return (
    <>
      <PageHeader title={name} />
      <Card title={is_invited ? "Invitation" : "Person"}>
        <Facts
          facts={[
            ["E-mail", email],
            ["Role", `${roleWords[role].label}: ${roleWords[role].does}`],
            ["The link works until", until],
            ["Last seen", is_invited ? null : (seen ?? "Never")],
            ["API keys they know", live_keys > 0 ? String(live_keys) : null],
          ]}
        />
        {is_invited && (
          <Form method="post" className={styles.form!}>
            <FormProblems state={resend} />
            <input type="hidden" name="intent" value="resend" />
            <Button type="submit" size="md" variant="default">
              Send a new link
            </Button>
          </Form>
        )}
      </Card>
      {may_edit ? (
        <Card title="Change">
          <Form method="post" className={styles.form!} key={JSON.stringify(stored)}>
            <input type="hidden" name="intent" value="edit" />
            <Draft name={`person ${person.id}`} />
            <FormProblems state={edit} />
            <TextField state={edit} name="name" label="Name" {...limits.name} />
            {may_change_role && (
              <PersonFields state={edit} roles={["admin", "staff", "viewer"]} resources={resources} />
            )}
            <Button type="submit" size="md">
              Save
            </Button>
          </Form>
        </Card>
      ) : (
        <Notice tone="info">Only the owner can change the owner.</Notice>
      )}
      {may_change_role && (
        <Card title={is_invited ? "Withdraw" : "Remove or hand over"}>
          <div className={styles.form}>
            {may_hand_over && (
              <Confirm
                title="Make them the owner"
                intent="hand_over"
                button={`Hand the company over to ${name}`}
                state={formState({}, refusal, "hand_over")}
              >
                <p>There is one owner. You become an admin, and only {name} can take this back.</p>
              </Confirm>
            )}
            <Confirm
              title={is_invited ? "Withdraw the invitation" : "Remove"}
              intent="remove"
              button={is_invited ? "Withdraw the invitation" : `Remove ${name}`}
              state={formState({}, refusal, "remove")}
            >
              <p>
                {is_invited
                  ? "The link in the mail ends."
                  : "They are signed out of this company at once. Bookings they made stay."}
              </p>
              {live_keys > 0 && (
                <TickField
                  state={formState({ keys: "on" }, refusal, "remove")}
                  name="keys"
                  label="Revoke the secret keys they know too"
                />
              )}
            </Confirm>
          </div>
        </Card>
      )}
    </>
  );
}

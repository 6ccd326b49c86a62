import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { inviteUser } from "~/domain/users/invite-user.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { InviteForm, mayOwnHours } from "./team-forms";
import { loadTeam } from "./load.server";
import { TEAM_PATH, TeamPage } from "./team-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Team")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadTeam(await requireActor(request, "admin"), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, InviteForm, async ({ name, ...form }) => {
    const { email } = await inviteUser(actor, {
      ...form,
      own_hours: mayOwnHours(form),
      name: name ?? null,
    });
    return redirectWith(
      TEAM_PATH,
      t("Invited {{email}}. The link in the email works for 7 days.", { email }),
    );
  });
}

export default function Team() {
  return (
    <TeamPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}

import type { UserActor } from "~/domain/identity/actor";
import { removeUser, updateUser } from "~/domain/users/change-user.server";
import { getUser } from "~/domain/users/list-users.sql.server";
import { resendInvitation } from "~/domain/users/resend-invitation.server";
import { redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { mayOwnHours, type PersonForm } from "../team-forms";
import { TEAM_PATH } from "../team-page";

/** Executes a form of a member's page and redirects. Throws the domain functions' errors. */
export async function applyPersonForm(actor: UserActor, id: string, form: PersonForm) {
  const path = `${TEAM_PATH}/${id}`;
  switch (form.intent) {
    case "edit": {
      const { name, role, resource_ids } = form;
      const isLimited = role === "staff" || role === "viewer";
      const user = await updateUser(actor, id, {
        ...(name !== undefined && { name }),
        ...(role !== undefined && { role }),
        ...(isLimited && { resource_ids, own_hours: mayOwnHours(form) }),
      });
      return redirectWith(path, t("Saved {{name}}.", { name: isolate(user.name ?? user.email) }));
    }
    case "resend": {
      const { email } = await resendInvitation(actor, id);
      return redirectWith(
        path,
        t("Sent a new link to {{email}}. The old one no longer works.", { email }),
      );
    }
    case "hand_over": {
      const user = await updateUser(actor, id, { role: "owner" });
      return redirectWith(
        TEAM_PATH,
        t("{{name}} is the owner now. You’re an admin.", {
          name: isolate(user.name ?? user.email),
        }),
      );
    }
    case "remove": {
      const { name, email } = await getUser(actor, id);
      await removeUser(actor, id);
      return redirectWith(TEAM_PATH, t("Removed {{name}}.", { name: isolate(name ?? email) }));
    }
  }
}

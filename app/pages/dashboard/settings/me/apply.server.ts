import { data, redirect } from "@remix-run/node";
import { createFeed, removeFeed, rotateFeed } from "~/domain/calendar/calendar-feeds.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { endOtherSessions, endOwnSession } from "~/domain/identity/own-sessions.sql.server";
import { changePreferences } from "~/domain/users/preferences.server";
import { renameSelf } from "~/domain/users/rename-self.server";
import { redirectWith } from "~/http/flash.server";
import { noStore } from "~/http/never-kept";
import { endedSessionCookie } from "~/http/session-cookie.server";
import { plural, t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";
import type { MeForm } from "./me-form";
import { ME_PATH } from "./me-page";

/**
 * Executes a form of the personal settings. Throws forbidden_role and the domain functions' errors.
 */
export async function applyMeForm(actor: UserActor, form: MeForm) {
  if (form.intent === "make_feed" || form.intent === "renew_feed" || form.intent === "remove_feed")
    return changeFeed(actor, form);
  switch (form.intent) {
    case "name":
      await renameSelf(actor, form.name);
      return redirectWith(ME_PATH, t("Saved your name."));
    case "shortcuts":
      await changePreferences(actor, { shortcuts: form.shortcuts });
      return redirectWith(
        ME_PATH,
        form.shortcuts
          ? t("Turned on single-key shortcuts.")
          : t("Turned off single-key shortcuts."),
      );
    case "end_session":
      await endOwnSession(actor, form.session_id);
      if (form.session_id === actor.session_id)
        return redirect("/", { headers: { "Set-Cookie": endedSessionCookie() } });
      return redirectWith(ME_PATH, t("Signed out of that browser."));
    case "end_others": {
      const count = await endOtherSessions(actor);
      return redirectWith(
        ME_PATH,
        plural(
          count,
          "Signed out of {{count}} other browser.",
          "Signed out of {{count}} other browsers.",
        ),
      );
    }
  }
}

type FeedForm = Extract<MeForm, { intent: `${string}_feed` }>;

async function changeFeed(actor: UserActor, form: FeedForm) {
  if (!hasRole(actor, "staff"))
    throw new AppError("forbidden_role", t("Calendar links are for staff."));
  if (form.intent === "remove_feed") {
    await removeFeed(actor, form.feed_id);
    return redirectWith(ME_PATH, t("Deleted the calendar link."));
  }
  const { url } =
    form.intent === "make_feed"
      ? await createFeed(actor, {})
      : await rotateFeed(actor, form.feed_id);
  return data({ url }, noStore);
}

import { addAccount } from "~/domain/calendars/add-account.server";
import { readAgain } from "~/domain/calendars/connections.server";
import { disconnect } from "~/domain/calendars/disconnect.server";
import type { UserActor } from "~/domain/identity/actor";
import { redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import type { CalendarsForm } from "./calendars-forms";
import { CALENDARS_PATH } from "./paths";

/** Executes a form of the connections list. Throws the domain functions' errors. */
export async function applyCalendarsForm(actor: UserActor, form: CalendarsForm) {
  switch (form.intent) {
    case "caldav":
    case "ical": {
      const { intent: provider, ...given } = form;
      // The union's members have different fields.
      const { id } = await addAccount(actor, { provider, ...given } as Parameters<
        typeof addAccount
      >[1]);
      return redirectWith(`${CALENDARS_PATH}/${id}`, t("Account connected. Choose its calendars."));
    }
    case "read":
      await readAgain(actor, form.connection_id);
      return redirectWith(CALENDARS_PATH, t("Reading again."));
    case "disconnect":
      await disconnect(actor, form.connection_id, form);
      return redirectWith(
        CALENDARS_PATH,
        t("Account disconnected. Its busy times no longer count."),
      );
  }
}

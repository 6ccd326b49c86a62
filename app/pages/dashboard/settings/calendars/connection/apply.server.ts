import { NewConnectedCalendar } from "~/contract/calendars";
import {
  changeCalendar,
  connectCalendar,
  saveCalendars,
} from "~/domain/calendars/change-calendar.server";
import { readAgain } from "~/domain/calendars/connections.server";
import { disconnect } from "~/domain/calendars/disconnect.server";
import type { UserActor } from "~/domain/identity/actor";
import { redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { type ConnectionForm, patchOf } from "../calendars-forms";
import { CALENDARS_PATH } from "../paths";

/** Executes a form of a connection's page. Throws the domain functions' errors. */
export async function applyConnectionForm(actor: UserActor, id: string, form: ConnectionForm) {
  const path = `${CALENDARS_PATH}/${id}`;
  switch (form.intent) {
    case "add": {
      const { external_id, resource_id } = form;
      const wanted = NewConnectedCalendar.parse({ connection_id: id, external_id, resource_id });
      const { name } = await connectCalendar(actor, wanted);
      return redirectWith(
        path,
        t("{{name}} is checked from now on. Its busy times can’t be booked.", {
          name: isolate(name ?? ""),
        }),
      );
    }
    case "save":
      await saveCalendars(actor, id, form.calendars.map(patchOf));
      return redirectWith(path, t("Calendars saved."));
    case "confirm_shrunk":
      await changeCalendar(actor, form.calendar_id, { confirm_shrunk: true });
      return redirectWith(path, t("Confirmed. The calendar is read again."));
    case "read":
      await readAgain(actor, id);
      return redirectWith(path, t("Reading again."));
    case "disconnect":
      await disconnect(actor, id, form);
      return redirectWith(
        CALENDARS_PATH,
        t("Account disconnected. Its busy times no longer count."),
      );
  }
}

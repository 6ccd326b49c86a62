import { resourceLimit, type UserActor } from "~/domain/identity/actor";
import { readHoursUsers } from "~/domain/schedules/hours-users.server";
import { getHours, mayChangeHours } from "~/domain/schedules/shared-hours.server";
import { orNoPage } from "~/http/or-no-page.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { timeZoneChoices } from "~/ui/form/place-choices";
import { hoursFacts, validWords } from "~/ui/hours/hours-words";
import { resourcePath } from "~/ui/resources/resource-path";
import { servicePath } from "~/ui/services/service-view";
import { t } from "~/i18n/text";
import { EditHours, hoursValues } from "../hours-forms";

export type HoursView = Awaited<ReturnType<typeof loadHours>>;

/** Hours and the services and resources that use them. Throws a 404 response. */
export async function loadHours(actor: UserActor, id: string) {
  const hours = await orNoPage(getHours(actor, id));
  const users = (await readHoursUsers(actor, [id]))(id);
  const mayChange = mayChangeHours(actor, users);
  const isUsed = users.schedule_ids.length + users.resource_ids.length > 0;
  return {
    id,
    name: hours.name,
    seen: hours.version,
    values: hoursValues(hours),
    limits: fieldLimits(EditHours),
    zones: timeZoneChoices(hours.time_zone),
    facts: [
      ...hoursFacts(hours),
      { label: t("Valid dates"), text: validWords(hours.valid_from, hours.valid_to) },
    ],
    users: [
      ...users.resources.map((user) => ({
        ...user,
        path: resourcePath(user.id, "hours"),
      })),
      ...users.schedules.map((user) => ({ ...user, path: servicePath(user.id, "hours") })),
    ],
    may_change: mayChange,
    may_delete: mayChange && !isUsed && resourceLimit(actor) === null,
  };
}

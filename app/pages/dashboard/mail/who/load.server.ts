import { accountEvents, preferenceEvents, recipients } from "~/contract/email";
import { getPreferences } from "~/domain/email/preferences.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { tickOf } from "../mail-forms";
import { t } from "~/i18n/text";
import { mailWords, recipientWords } from "../mail-words";

/** Each event with a cell for each recipient: null where it is never sent to them. */
export async function loadWhoIsMailed(actor: UserActor) {
  const preferences = await getPreferences(actor);
  return {
    rows: preferenceEvents.map((event) => ({
      event,
      ...mailWords(event),
      to: recipients.map((to) =>
        isSentTo(event, to)
          ? {
              value: tickOf(event, to),
              label: t(recipientWords[to]),
              is_mailed: preferences[event]![to],
            }
          : null,
      ),
    })),
    columns: recipients.map((to) => t(recipientWords[to])),
    may_edit: hasRole(actor, "admin"),
  };
}

/** Account events are not sent to guests. */
const isSentTo = (event: (typeof preferenceEvents)[number], to: (typeof recipients)[number]) =>
  to !== "customer" || !accountEvents.some((own) => own === event);

import { accountEvents, preferenceEvents, recipients } from "~/contract/email";
import { getPreferences } from "~/domain/email/preferences.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { tickOf } from "../mail-forms";
import { mailWords, recipientWords } from "../mail-words";

/** Each event with its possible recipients and whether they are emailed. */
export async function loadWhoIsMailed(actor: UserActor) {
  const preferences = await getPreferences(actor);
  return {
    rows: preferenceEvents.map((event) => ({
      event,
      ...mailWords(event),
      to: recipientsOf(event).map((to) => ({
        value: tickOf(event, to),
        label: recipientWords[to],
        is_mailed: preferences[event]![to],
      })),
    })),
    may_edit: hasRole(actor, "admin"),
  };
}

/** Account events are not sent to guests. */
const recipientsOf = (event: (typeof preferenceEvents)[number]) =>
  recipients.filter((to) => to !== "customer" || !accountEvents.some((own) => own === event));

import { data } from "@remix-run/node";
import { createApiKey } from "~/domain/api-keys/api-keys.server";
import type { UserActor } from "~/domain/identity/actor";
import { noStore } from "~/http/never-kept";
import { endOfLastDay, type NewKeyForm } from "../key-forms";

/** Creates the key. Its text is in the response once. Throws like createApiKey. */
export async function applyNewKeyForm(actor: UserActor, { last_day, ...form }: NewKeyForm) {
  const expires_at = endOfLastDay(last_day, actor.tenant.time_zone);
  const made =
    form.kind === "secret"
      ? await createApiKey(actor, { ...form, expires_at })
      : await createApiKey(actor, {
          ...form,
          expires_at,
          widget_config_id: form.widget_config_id ?? null,
        });
  return data(
    { made: { id: made.id, name: made.name, kind: made.kind, key_text: made.key } },
    noStore,
  );
}

import { data } from "@remix-run/node";
import { revokeApiKey, rotateApiKey, updateApiKey } from "~/domain/api-keys/change-key.server";
import type { UserActor } from "~/domain/identity/actor";
import { redirectWith } from "~/http/flash.server";
import { noStore } from "~/http/never-kept";
import { t } from "~/i18n/text";
import type { KeyForm } from "../key-forms";
import { endOfLastDay } from "../key-forms";

/**
 * Executes a form of a key's page. A rotated key's text is in the response once. Throws the domain
 * functions' errors.
 */
export async function applyKeyForm(actor: UserActor, id: string, form: KeyForm) {
  const path = `/dashboard/keys/${id}`;
  if (form.intent === "rotate") {
    const { key } = await rotateApiKey(actor, id, { overlap_hours: form.overlap_hours });
    return data({ key_text: key, overlaps: form.overlap_hours > 0 }, noStore);
  }
  if (form.intent === "revoke") {
    await revokeApiKey(actor, id);
    return redirectWith(path, t("Revoked the key. It no longer works."));
  }
  const { name } = form;
  const end = "last_day" in form && {
    expires_at: endOfLastDay(form.last_day, actor.tenant.time_zone),
  };
  const sites = form.intent !== "edit_secret" && {
    allowed_origins: form.allowed_origins,
    widget_config_id: form.widget_config_id ?? null,
  };
  const rights = form.intent === "edit_publishable" && { scopes: form.scopes };
  await updateApiKey(actor, id, { name, ...end, ...sites, ...rights });
  return redirectWith(path, t("Saved the key."));
}

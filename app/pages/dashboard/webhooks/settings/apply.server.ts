import { data } from "@remix-run/node";
import type { UserActor } from "~/domain/identity/actor";
import { sendTestEvent } from "~/domain/webhooks/replay.server";
import {
  deleteSubscription,
  rotateSecret,
  updateSubscription,
} from "~/domain/webhooks/subscriptions.server";
import { redirectWith } from "~/http/flash.server";
import { noStore } from "~/http/never-kept";
import { t } from "~/i18n/text";
import type { WebhookForm } from "../webhook-forms";

/**
 * Executes a form of a webhook's settings. A new secret is in the response once. Throws the domain
 * functions' errors.
 */
export async function applyWebhookForm(actor: UserActor, id: string, form: WebhookForm) {
  const path = `/dashboard/webhooks/${id}/settings`;
  switch (form.intent) {
    case "edit": {
      const { url, events, changes, description = null } = form;
      await updateSubscription(actor, id, { url, events, changes, description });
      return redirectWith(path, t("Saved the webhook."));
    }
    case "enable":
    case "disable":
      await updateSubscription(actor, id, { enabled: form.intent === "enable" });
      return redirectWith(
        path,
        form.intent === "enable" ? t("Turned on the webhook.") : t("Turned off the webhook."),
      );
    case "test": {
      const delivery = await sendTestEvent(actor, id, form.type);
      return redirectWith(`/dashboard/deliveries/${delivery.id}`, t("Sending a test event."));
    }
    case "rotate": {
      const { secret } = await rotateSecret(actor, id);
      return data({ secret }, noStore);
    }
    case "delete":
      await deleteSubscription(actor, id);
      return redirectWith("/dashboard/webhooks", t("Deleted the webhook and its delivery log."));
  }
}

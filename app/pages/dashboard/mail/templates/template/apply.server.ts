import { data } from "@remix-run/node";
import { readTemplateText, saveTemplateText } from "~/domain/email/template-text.server";
import { deleteTemplate } from "~/domain/email/templates.server";
import { sendTestMail } from "~/domain/email/try-template.server";
import type { UserActor } from "~/domain/identity/actor";
import { orConflict } from "~/http/changed-meanwhile.server";
import { t } from "~/i18n/text";
import { redirectWith } from "~/http/flash.server";
import type { TemplateForm } from "../../mail-forms";
import type { MailAddress } from "./load.server";

/** Saves, tests or resets a custom text. Throws the domain functions' errors. */
export async function applyTemplateForm(
  actor: UserActor,
  address: MailAddress,
  form: TemplateForm,
) {
  const { key, locale } = address;
  const path = `/dashboard/mail/templates/${key}?locale=${locale}`;

  switch (form.intent) {
    case "save":
      return orConflict(form, async () => {
        const text = { key, locale, subject: form.subject, body: form.body };
        await saveTemplateText(actor, text, form.seen);
        return redirectWith(path, t("Saved the text. Emails sent from now on have it."));
      });
    case "test":
      await sendTestMail(actor, { key, locale, subject: form.subject, body: form.body });
      return data({ tried: form, sent_to: actor.email });
    case "default": {
      const { own } = await readTemplateText(actor, key, locale);
      if (own !== null) await deleteTemplate(actor, own.id);
      return redirectWith(path, t("The default text is back."));
    }
  }
}

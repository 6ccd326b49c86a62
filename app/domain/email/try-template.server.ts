import type { TemplateDraft, TemplateKey, TemplatePreview, TestSend } from "~/contract/email";
import { mailLocale } from "~/i18n/locales";
import { invalidField } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { writeAudit } from "../audit/write-audit.server";
import { isMember } from "../identity/accounts.sql.server";
import type { StaffActor } from "../identity/actor";
import { type ChosenTemplate, chooseTemplate } from "./choose-template";
import { exampleValues } from "./example-values";
import { renderTemplate } from "./liquid-template.server";
import { readTemplates } from "./mail-sources.sql.server";
import { tenantValues } from "./mail-values";
import { queueMail } from "./queue-message.server";
import { readMailTenant } from "./read-mail-tenant.sql.server";
import { compose } from "./render-message.server";
import { refuseBroken } from "./templates.server";

/**
 * A draft, or the present template, rendered with example values in its layout. Throws
 * validation_failed.
 */
export async function previewTemplate(
  actor: StaffActor,
  draft: TemplateDraft,
): Promise<TemplatePreview> {
  const { key, locale } = draft;
  const tenant = await readMailTenant(pool, actor.tenant.id);
  const inForce = await findInForce(actor, draft);
  const template: ChosenTemplate = {
    ...inForce,
    subject: draft.subject ?? inForce.subject,
    body: draft.body ?? inForce.body,
  };
  await refuseBroken(actor, key, template);
  const reading = { locale: mailLocale(locale, tenant), time_zone: tenant.time_zone };
  return compose(
    key,
    { ...template, locale },
    exampleValues(key, reading, clock.now(), env.BASE_URL),
    tenant,
  );
}

async function findInForce(
  actor: StaffActor,
  { key, locale }: TemplateDraft,
): Promise<ChosenTemplate> {
  const own = await readTemplates(actor.tenant.id, [key]);
  return chooseTemplate(key, own, locale, actor.tenant.locale);
}

/** Sends a preview to one of the tenant's people, never to a stranger. Throws validation_failed. */
export async function sendTestMail(
  actor: StaffActor,
  draft: TestSend,
): Promise<{ message_id: string }> {
  const recipient = draft.to ?? (actor.kind === "user" ? actor.email : undefined);
  if (recipient === undefined) throw invalidField("to", "Enter the address of a user.", "required");
  if (!(await isMember(pool, actor.tenant.id, recipient)))
    throw invalidField("to", "Test mails go to users of this company only. Choose one of them.");
  const { subject, html, text } = await previewTemplate(actor, draft);
  const content = { subject: `[Test] ${subject}`, html, text, attachments: [] };
  const message_id = await transaction(async (db) => {
    await writeAudit(db, actor, {
      action: "email_template.tested",
      entity: "email_template",
      entity_id: null,
    });
    const mail = {
      kind: "test",
      audience: "staff" as const,
      recipient,
      locale: draft.locale,
      content,
    };
    return queueMail(db, { tenant_id: actor.tenant.id, ...mail });
  });
  return { message_id: message_id! }; // without an event every message is a new one
}

/** The subjects of these emails in the tenant's language, with example values. */
export async function exampleSubjects(
  actor: StaffActor,
  keys: readonly TemplateKey[],
): Promise<string[]> {
  const { id, locale, time_zone } = actor.tenant;
  const [mailTenant, own] = await Promise.all([readMailTenant(pool, id), readTemplates(id, keys)]);
  const tenant = tenantValues(mailTenant);
  const subjects = keys.map(async (key) => {
    const texts = own.filter((text) => text.key === key);
    const { subject, locale: written } = chooseTemplate(key, texts, locale, locale);
    const example = exampleValues(
      key,
      { locale: mailLocale(written, mailTenant), time_zone },
      clock.now(),
      env.BASE_URL,
    );
    return (await renderTemplate(id, key, { subject, body: "" }, { ...example, ...tenant }))
      .subject;
  });
  return Promise.all(subjects);
}

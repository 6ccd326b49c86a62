import { DefaultTemplateFilter, EmailTemplateFilter } from "~/contract/email";
import type { EmailTemplate, NewEmailTemplate, TemplateKey } from "~/contract/email";
import { AppError } from "~/lib/app-error";
import { prisma } from "~/lib/db.server";
import type { StaffActor } from "../identity/actor";
import {
  changedMeanwhile,
  createTemplate,
  listDefaultTemplates,
  listTemplates,
  updateTemplate,
} from "./templates.server";

/** The languages of the tenant's own texts, by key. */
export async function listOwnLanguages(
  actor: StaffActor,
): Promise<Partial<Record<TemplateKey, string[]>>> {
  const rows = await prisma.emailTemplate.findMany({
    where: { tenant_id: actor.tenant.id },
    select: { key: true, locale: true },
    orderBy: [{ key: "asc" }, { locale: "asc" }],
  });
  const languages: Record<string, string[]> = {};
  for (const { key, locale } of rows) (languages[key] ??= []).push(locale);
  return languages;
}

/**
 * An email's text in one language: the tenant's own if there is one, and the default, with the
 * variables it may use.
 */
export async function readTemplateText(actor: StaffActor, key: TemplateKey, locale: string) {
  const own = await findOwn(actor, key, locale);
  const standard = listDefaultTemplates(
    DefaultTemplateFilter.parse({ locale, limit: 100 }),
  ).data.find((one) => one.key === key)!; // there is one of each key
  return { own, standard };
}

async function findOwn(
  actor: StaffActor,
  key: TemplateKey,
  locale: string,
): Promise<EmailTemplate | null> {
  const { data } = await listTemplates(actor, EmailTemplateFilter.parse({ key, locale, limit: 1 }));
  return data[0] ?? null;
}

/**
 * Identifies a version of a text: a text deleted and created again restarts its version under
 * another id.
 */
export const seenText = ({ id, version }: EmailTemplate): string => `${id} ${version}`;

/**
 * Creates or changes the tenant's text of an email in one language. `seen`: the text the change is
 * based on (seenText); absent: the default text. Throws validation_failed (an unknown variable, by
 * name), version_conflict (saved by someone else since).
 */
export async function saveTemplateText(
  actor: StaffActor,
  input: NewEmailTemplate,
  seen: string | undefined,
): Promise<EmailTemplate> {
  const { key, locale, subject, body } = input;
  const own = await findOwn(actor, key, locale);
  if ((own === null ? undefined : seenText(own)) !== seen) throw changedMeanwhile();
  if (own !== null) return updateTemplate(actor, own.id, { subject, body, version: own.version });
  return createTemplate(actor, input).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "already_exists" ? changedMeanwhile() : error;
  });
}

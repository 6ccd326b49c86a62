import type { PageOf } from "~/contract/common";
import type {
  DefaultEmailTemplate,
  DefaultTemplateFilter,
  EmailTemplate,
  EmailTemplateFilter,
  EmailTemplatePatch,
  NewEmailTemplate,
  TemplateKey,
} from "~/contract/email";
import { templateKeys } from "~/contract/email";
import { AppError, invalidFields, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pageOfAll, readCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { prisma, prismaTransaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import type { EmailTemplate as Row } from "../../../prisma/generated/client";
import { auditRow, changedFields } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { defaultTemplate } from "./default-templates";
import { exampleValues } from "./example-values";
import { checkTemplate, type TemplateText } from "./liquid-template.server";
import { tenantValues } from "./mail-values";
import { missingVariables } from "./missing-variables";
import { variablesOf } from "./template-variables";

const SORT = "key";

const toTemplate = ({ tenant_id: _tenant, ...row }: Row): EmailTemplate => ({
  ...row,
  key: row.key as TemplateKey, // only written through the contract's schema
  missing_variables: missingVariables(row.key as TemplateKey, row.body),
  created_at: toRfc3339(row.created_at.getTime()),
  updated_at: toRfc3339(row.updated_at.getTime()),
});

/** The tenant's own templates by key and language. */
export async function listTemplates(
  actor: StaffActor,
  filter: EmailTemplateFilter,
): Promise<PageOf<EmailTemplate>> {
  const { key, locale, limit, cursor } = filter;
  const where = { tenant_id: actor.tenant.id, ...(key && { key }), ...(locale && { locale }) };
  const [afterKey = "", afterLocale = ""] = cursor === undefined ? [] : readCursor(SORT, cursor, 2);
  const after = { OR: [{ key: { gt: afterKey } }, { key: afterKey, locale: { gt: afterLocale } }] };
  const rows = await prisma.emailTemplate.findMany({
    where: cursor === undefined ? where : { AND: [where, after] },
    orderBy: [{ key: "asc" }, { locale: "asc" }],
    take: limit + 1,
  });
  const total = wantsTotal(filter) ? await prisma.emailTemplate.count({ where }) : undefined;
  const page = toPage(rows, limit, (row) => writeCursor(SORT, [row.key, row.locale]), total);
  return { ...page, data: page.data.map(toTemplate) };
}

/** The default text of every key in one language, with the variables its templates may use. */
export function listDefaultTemplates(query: DefaultTemplateFilter): PageOf<DefaultEmailTemplate> {
  const { locale } = query;
  const data = templateKeys.map((key) => ({
    key,
    locale,
    ...defaultTemplate(key, locale),
    variables: [...variablesOf[key]],
  }));
  return pageOfAll(data, query, "key", (row) => row.key);
}

async function findRow(actor: StaffActor, id: string): Promise<Row> {
  const row = await prisma.emailTemplate.findUnique({
    where: { tenant_id_id: { tenant_id: actor.tenant.id, id } },
  });
  if (row === null) throw notFound("Email template", id);
  return row;
}

/** Throws not_found. */
export async function getTemplate(actor: StaffActor, id: string): Promise<EmailTemplate> {
  return toTemplate(await findRow(actor, id));
}

/**
 * Throws validation_failed (an unknown variable, by name), already_exists (this key in this
 * language).
 */
export async function createTemplate(
  actor: StaffActor,
  input: NewEmailTemplate,
): Promise<EmailTemplate> {
  await refuseBroken(actor, input.key, input);
  const id = newId();
  const row = await once(
    prismaTransaction(async (tx) => {
      await tx.auditRow.create({
        data: auditRow(actor, {
          action: "email_template.created",
          entity: "email_template",
          entity_id: id,
        }),
      });
      return tx.emailTemplate.create({ data: { ...input, tenant_id: actor.tenant.id, id } });
    }),
  );
  return toTemplate(row);
}

/**
 * `version`: the one the change is based on. Throws not_found, validation_failed, already_exists,
 * version_conflict (saved by someone else since).
 */
export async function updateTemplate(
  actor: StaffActor,
  id: string,
  { version, ...patch }: EmailTemplatePatch,
): Promise<EmailTemplate> {
  const before = await findRow(actor, id);
  if (version !== undefined && version !== before.version) throw changedMeanwhile();
  const isSame = Object.keys(changedFields({ ...before }, patch)).length === 0;
  if (isSame) return toTemplate(before);
  await refuseBroken(actor, before.key as TemplateKey, {
    subject: before.subject,
    body: before.body,
    ...patch,
  });
  const diff = Object.fromEntries(
    Object.keys(changedFields({ ...before }, patch)).map((name) => [name, true]),
  );
  const row = await once(
    prismaTransaction(async (tx) => {
      await tx.auditRow.create({
        data: auditRow(actor, {
          action: "email_template.updated",
          entity: "email_template",
          entity_id: id,
          diff,
        }),
      });
      return tx.emailTemplate.update({
        where: {
          tenant_id_id: { tenant_id: actor.tenant.id, id },
          ...(version !== undefined && { version }),
        },
        data: { ...patch, version: { increment: 1 } },
      });
    }),
  );
  return toTemplate(row);
}

/** Throws not_found. */
export async function deleteTemplate(actor: StaffActor, id: string): Promise<void> {
  await findRow(actor, id);
  await prismaTransaction(async (tx) => {
    await tx.emailTemplate.deleteMany({ where: { tenant_id: actor.tenant.id, id } });
    await tx.auditRow.create({
      data: auditRow(actor, {
        action: "email_template.deleted",
        entity: "email_template",
        entity_id: id,
      }),
    });
  });
}

/** Throws validation_failed with one issue per error. */
export async function refuseBroken(
  actor: StaffActor,
  key: TemplateKey,
  template: TemplateText,
): Promise<void> {
  const { name, locale, time_zone } = actor.tenant;
  const tenant = {
    ...actor.tenant,
    email: null,
    phone: null,
    website: null,
    address: null,
    logo_url: null,
    accent: null,
  };
  const example = {
    ...exampleValues(key, { locale, time_zone }, clock.now(), env.BASE_URL),
    ...tenantValues({ ...tenant, name }),
  };
  const issues = await checkTemplate(actor.tenant.id, key, template, example);
  if (issues.length > 0) throw invalidFields(issues);
}

export const changedMeanwhile = () =>
  new AppError(
    "version_conflict",
    "Someone else has changed this text meanwhile. Compare, then save again.",
  );

async function once<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "P2025") throw changedMeanwhile();
    if (code !== "P2002") throw error;
    throw new AppError(
      "already_exists",
      "A template for this mail exists in this language already. Edit that one.",
    );
  }
}

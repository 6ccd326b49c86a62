import { data } from "@remix-run/node";
import type { UserActor } from "~/domain/identity/actor";
import {
  deleteGroup,
  getGroup,
  updateGroup,
} from "~/domain/resource-groups/resource-groups.server";
import { redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import type { FormRefusal } from "~/ui/form/page-form";
import { type EditGroupForm, inStoredOrder } from "../group-form";

/** Response to a form that was not saved. */
export interface GroupAnswer {
  result?: FormRefusal;
  typed?: object;
  /** Saved concurrently: the current values and their version. */
  conflict?: { now: { name: string; resource_ids: string[] }; seen: number };
}

const LIST = "/dashboard/resource-groups";

/** Saves or deletes a group. Throws like updateGroup and deleteGroup. */
export async function applyGroupForm(actor: UserActor, id: string, form: EditGroupForm) {
  const before = await getGroup(actor, id);
  const named = { name: isolate(before.name) };
  if (form.intent === "delete") {
    await deleteGroup(actor, id);
    return redirectWith(LIST, t("{{name}} deleted.", named));
  }
  const { name, seen } = form;
  const resource_ids = inStoredOrder(form.resource_ids, before);
  try {
    await updateGroup(actor, id, { name, resource_ids, version: seen });
    return redirectWith(LIST, t("{{name}} saved.", { name: isolate(name) }));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "version_conflict") throw error;
    const now = await getGroup(actor, id);
    const conflict = { now: { name: now.name, resource_ids: now.resource_ids }, seen: now.version };
    return data<GroupAnswer>({ typed: form, conflict }, { status: 409 });
  }
}

import { USUAL } from "~/domain/onboarding/business-kinds";
import { readBusinessKind, readSetUpResources } from "~/domain/onboarding/set-up-resources.server";
import type { UserActor } from "~/domain/identity/actor";
import { previewDefaultWidget } from "~/domain/widgets/read-widget-config.server";
import { t } from "~/i18n/text";
import { fieldLimits } from "~/ui/form/field-limits";
import { WORDS } from "../business-words";
import { Bookable } from "./resource-form";

export type ResourceView = Awaited<ReturnType<typeof loadResourceStep>>;

/** Saved resources, or defaults for the kind of business. */
export async function loadResourceStep(actor: UserActor) {
  const tenantId = actor.tenant.id;
  const [kind, resources, config] = await Promise.all([
    readBusinessKind(tenantId).then((known) => known ?? ("people" as const)),
    readSetUpResources(tenantId),
    previewDefaultWidget(actor),
  ]);
  const usual = USUAL[kind];
  // Ignore resources saved for another kind of business.
  const saved = resources.find(({ type }) => usual.types.includes(type));
  const { type, capacity } = saved ?? { type: usual.types[0], capacity: usual.capacity };
  return {
    limits: fieldLimits(Bookable),
    known: { names: resources.map(({ name }) => name).join("\n"), type, capacity },
    kind,
    types: usual.types,
    config,
    /** Defaults of the first service. */
    service: { service: t(WORDS[kind].service.usual), duration_minutes: usual.duration_minutes },
  };
}

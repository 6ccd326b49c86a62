import type { Schedule } from "~/contract/schedules";
import { NO_TERMS, type ResourceTerms } from "~/contract/service-fields";
import { toRfc3339 } from "~/lib/time";
import { dateOf } from "./hours-row";
import { type StoredLocation, toLocation } from "./stored-location";
import { type StoredPeakPrice, toPeakPrices } from "./stored-peak-prices";
import type { Schedule as Row } from "../../../prisma/generated/client";

export type ScheduleRow = Row & {
  resources: { resource_id: string; pending_from: Date | null; terms: unknown }[];
  needs: Schedule["needs"];
};
export const WITH_RESOURCES = {
  resources: {
    select: { resource_id: true, pending_from: true, terms: true },
    orderBy: { resource_id: "asc" as const },
  },
  needs: {
    select: {
      resource_id: true,
      group_id: true,
      seats: true,
      minutes_before: true,
      minutes_after: true,
      shown: true,
    },
    orderBy: { no: "asc" as const },
  },
};

export function toSchedule(row: ScheduleRow): Schedule {
  const {
    tenant_id: _tenant,
    plan_version: _version,
    unpayable: _unpayable,
    has_needs: _hasNeeds,
    resources,
    ...fields
  } = row;
  return {
    ...fields,
    resource_ids: resources.map((link) => link.resource_id),
    pending_until_filled: resources.some((link) => link.pending_from !== null),
    // The JSON columns are only written through the contract's schema.
    rules: row.rules as Schedule["rules"],
    overrides: row.overrides as Schedule["overrides"],
    questions: row.questions as Schedule["questions"],
    location: toLocation(row.location as StoredLocation | null),
    length_options: row.length_options as Schedule["length_options"],
    peak_prices: toPeakPrices(row.peak_prices as StoredPeakPrice[]),
    // Those of earlier versions have no minutes.
    addons: (row.addons as Schedule["addons"]).map((addon) => ({
      ...addon,
      extra_minutes: addon.extra_minutes ?? 0,
    })),
    person_kinds: row.person_kinds as Schedule["person_kinds"],
    processing: row.processing as Schedule["processing"],
    resource_terms: resources.flatMap(({ resource_id, terms }) =>
      ownTerms(resource_id, terms as OwnTerms),
    ),
    assign: row.assign as Schedule["assign"],
    deposit: row.deposit as Schedule["deposit"],
    card_on_file: row.card_on_file as Schedule["card_on_file"],
    course: row.course as Schedule["course"],
    tax_rate_bps: row.tax_rate_bps,
    text_reminders: row.text_reminders as Schedule["text_reminders"],
    meta: row.meta as Schedule["meta"],
    valid_from: dateOf(row.valid_from),
    valid_to: dateOf(row.valid_to),
    created_at: toRfc3339(row.created_at.getTime()),
    updated_at: toRfc3339(row.updated_at.getTime()),
  };
}

/** The column of a link: the resource's own terms. */
export type OwnTerms = Partial<Omit<ResourceTerms, "resource_id">>;
export const ownTerms = (resource_id: string, terms: OwnTerms): ResourceTerms[] =>
  Object.keys(terms).length === 0 ? [] : [{ resource_id, ...NO_TERMS, ...terms }];

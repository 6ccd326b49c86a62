import { LRUCache } from "lru-cache";
import type { Course } from "~/contract/course";
import type { Question } from "~/contract/schedules";
import type { TextChannel } from "~/contract/fields";
import type { WidgetSettings } from "~/contract/widget-configs";
import type { WidgetConfig } from "~/contract/widget";
import { LOCALES } from "~/i18n/locales";
import { addressLine } from "~/lib/address-line";
import { notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { checkCallingOrigin } from "../api-keys/calling-origin.server";
import { questionsFor } from "../bookings/place/answers";
import { openLink } from "../booking-links/open-link.server";
import type { StoredLocation } from "../hours/stored-location";
import type { KeyActor, StaffActor, Tenant } from "../identity/actor";
import { refundTiers } from "../identity/refund-tiers";
import { readRules, readSettings } from "../identity/widget-settings";
import { isPaymentTest } from "~/lib/payment-test.server";
import { consentWording } from "../text-consent/consent-wording";
import { textChannelOf } from "../text-consent/text-channel";
import { assetUrl } from "../uploads/asset-url.server";
import { fitConfig } from "./fit-config";
import { readBookablePrices } from "./bookable-prices.sql.server";
import { hasVariedPrices, offerPrices, withKinds } from "./offer-prices";
import { isBookedAlone, repeatDates } from "../services/repeat-dates";
import {
  type OfLink,
  readByConfig,
  readByDefault,
  readByDraft,
  readShownVersion,
  type ShownRow,
} from "./shown-widget.sql.server";

/** A widget's configuration as shown, and its caller with the settings behind it. */
export interface ShownWidget {
  config: WidgetConfig;
  actor: KeyActor;
  /** Changes when `config` does. */
  version: string;
  /** Only the version was read. */
  is_cached: boolean;
}

interface Cached {
  version: string;
  /** Prices that differ by start depend on what can be booked now. */
  has_varied_prices: boolean;
  configuration: ShownRow["configuration"];
  config: WidgetConfig;
}

/** Notice and horizon move with the clock. */
const MINUTE_MS = 60_000;

/**
 * Caches configurations for visitors of the same page while their version is current. Weighed by
 * their JSON.
 */
const cache = new LRUCache<string, Cached>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ config }) => 2 * JSON.stringify(config).length,
});

/** The configuration shown, see readShownWidget. */
export async function readWidgetConfig(actor: KeyActor, chosen: Chosen): Promise<WidgetConfig> {
  return (await readShownWidget(actor, chosen)).config;
}

/** The requested configuration, and the schedule that the visitor has chosen. */
interface Chosen {
  config_id?: string | undefined;
  schedule_id?: string | undefined;
  /** The token of the booking link they used. */
  booking_link_token?: string | undefined;
  /**
   * Whether to include the schedule of a used-up, expired or ended link: for a caller that does not
   * show it.
   */
  shows_closed?: boolean;
}

/**
 * The widget's configuration in one round trip: by the settings the key is bound to, else the named
 * ones, else the default ones, else plain defaults. Throws not_found, origin_not_allowed.
 */
export async function readShownWidget(caller: KeyActor, chosen: Chosen): Promise<ShownWidget> {
  const { tenant, widget_config_id, configuration } = caller;
  const { config_id: configId, schedule_id = null } = chosen;
  if (widget_config_id !== null && configId !== undefined && configId !== widget_config_id)
    throw notFound("Widget configuration", configId);
  const id = configId ?? configuration.id;
  const link =
    chosen.booking_link_token === undefined
      ? null
      : await openLink(tenant.id, chosen.booking_link_token);
  const shownBy = link && {
    schedule_id: link.state === "active" || chosen.shows_closed ? link.schedule_id : null,
  };
  const { version: stored, slots_version, has_own_prices } = await readShownVersion(tenant.id, id);
  const minute = Math.floor(clock.now() / MINUTE_MS);
  const versionOf = (cached: Pick<Cached, "has_varied_prices">) =>
    JSON.stringify([
      stored,
      tenant,
      link,
      (cached.has_varied_prices || has_own_prices) && [slots_version, minute],
    ]);
  const name = JSON.stringify([tenant.id, id, schedule_id, shownBy]);
  const cached = cache.get(name);
  const is_cached = cached !== undefined && cached.version === versionOf(cached);
  const found = is_cached ? cached : await readFitting(tenant, id, schedule_id, shownBy, versionOf);
  if (!is_cached) cache.set(name, found);
  const { version } = found;
  const { config } = found;
  if (found.configuration === null && id !== null) throw notFound("Widget configuration", id);
  const settings = found.configuration?.settings ?? {};
  checkCallingOrigin([readSettings(settings).allowed_origins], caller.origin);
  const actor = { ...caller, configuration: readRules(id, settings) };
  if (link === null) return { config, actor, version, is_cached };
  // Joining the waiting list would not use the link, so it is not offered.
  const steps = { ...config.steps, waitlist: false };
  const { state, customer } = link;
  return {
    config: {
      ...config,
      steps,
      booking_link: { state, customer },
      // A link opens single times.
      schedules: config.schedules.map(({ course: _course, ...schedule }) => schedule),
    },
    actor: { ...actor, link },
    version,
    is_cached,
  };
}

async function readFitting(
  tenant: Tenant,
  id: string | null,
  scheduleId: string | null,
  link: OfLink | null,
  versionOf: (found: Pick<Cached, "has_varied_prices">) => string,
): Promise<Cached> {
  const row = await readByConfig(tenant, id, scheduleId, link);
  const has_varied_prices = row.schedules.some(hasVariedPrices);
  return {
    version: versionOf({ has_varied_prices }),
    has_varied_prices,
    configuration: row.configuration,
    config: fitConfig(await shown(tenant, id, row, scheduleId), scheduleId),
  };
}

/** The configuration that unsaved settings would show: for their editor. */
export async function previewWidget(
  { tenant }: StaffActor,
  id: string,
  settings: WidgetSettings,
): Promise<WidgetConfig> {
  return shown(tenant, id, await readByDraft(tenant, id, settings));
}

/** The configuration shown by the company's default settings, or by plain defaults. */
export async function previewDefaultWidget({ tenant }: StaffActor): Promise<WidgetConfig> {
  const row = await readByDefault(tenant);
  return shown(tenant, row.configuration?.id ?? null, row);
}

async function shown(
  tenant: Tenant,
  id: string | null,
  row: ShownRow,
  chosen: string | null = null,
): Promise<WidgetConfig> {
  const varied = row.schedules.filter(hasVariedPrices);
  const bookable = await readBookablePrices(tenant.id, varied, chosen);
  const stored = row.configuration?.settings ?? {};
  const { branding, locale, texts, steps, questions, verification, payment, ...settings } =
    readSettings(stored);
  const { policy, name, slug, time_zone, currency } = tenant;
  const { phone, email } = row.contact;
  const address = addressLine(row.contact.address);
  const asksPhone = steps.phone !== "off" || verification === "sms" || verification === "either";
  const urlOf = (assetId: string | null) =>
    assetId === null ? null : assetUrl(tenant.id, assetId);
  return {
    config: { id },
    tenant: {
      name,
      slug,
      logo_url: urlOf(row.logo_asset_id),
      time_zone,
      locale: tenant.locale,
      currency,
      phone,
      email,
    },
    branding,
    locale,
    texts,
    steps,
    resources: row.resources.map(({ image_asset_id, ...resource }) => ({
      ...resource,
      image_url: urlOf(image_asset_id),
    })),
    schedules: row.schedules.map(
      ({
        image_asset_id,
        is_cut,
        peak_prices,
        slots_version: _v,
        has_own_prices: _p,
        text_choice,
        deposit,
        max_repeat_dates,
        course,
        card_on_file,
        ...schedule
      }) => ({
        ...schedule,
        ...(!isCourseOnly(course) && {
          ...withRepeat({ ...schedule, max_repeat_dates, card_on_file }),
          ...(steps.add_service &&
            !isBookedAlone({ ...schedule, card_on_file }) && { combines: true as const }),
        }),
        ...withCourse({ ...schedule, course, card_on_file }),
        ...(deposit !== null && { deposit }),
        ...(card_on_file !== null && { card_on_file: true as const }),
        ...withKinds(
          offerPrices({ ...schedule, peak_prices }, bookable.get(schedule.id)),
          schedule.person_kinds ?? [],
        ),
        description: is_cut ? `${schedule.description?.trimEnd()}…` : schedule.description,
        ...(is_cut && { description_follows: true as const }),
        image_url: urlOf(image_asset_id),
        location: shownLocation(schedule.location, address),
        anyone: schedule.resource_ids.length > 1,
        ...(asksPhone && isTexted(policy, text_choice) && { text_reminders: policy.text_channel }),
        addons: schedule.addons ?? [],
        person_kinds: schedule.person_kinds ?? [],
        questions: withoutShared(questions, schedule.questions ?? []),
        ...(hasMoreFields(schedule) && { questions_follow: true as const }),
      }),
    ),
    ...(asksPhone && row.schedules.some(({ text_choice }) => isTexted(policy, text_choice))
      ? { text_consent: consentWordings(policy.text_channel) }
      : {}),
    questions,
    verification,
    payment,
    sandbox: tenant.takes_payments && isPaymentTest(),
    policy: {
      cancel_window_minutes: policy.cancel_window_minutes,
      reschedule_window_minutes: policy.reschedule_window_minutes,
      refund_tiers: refundTiers(policy),
      hold_minutes: policy.hold_minutes,
    },
    policy_text: settings.policy_text,
    terms_url: settings.terms_url,
    success_url: settings.success_url,
  };
}

function withRepeat(schedule: Parameters<typeof repeatDates>[0]): { repeat_dates?: number } {
  const repeat_dates = repeatDates(schedule);
  return repeat_dates === null ? {} : { repeat_dates };
}

/** Its times are in no list, so that they are neither repeated nor combined. */
const isCourseOnly = (course: Course | null): boolean => course?.single_dates === false;

/** Left out where guests can't book it (planCourse). */
const withCourse = ({
  course,
  name,
  ...paid
}: Pick<ShownRow["schedules"][number], "course" | "name"> & Parameters<typeof isBookedAlone>[0]) =>
  course === null || isBookedAlone(paid)
    ? {}
    : { course: { name: course.name ?? name, single_dates: course.single_dates } };

const isTexted = (
  policy: Tenant["policy"],
  text_reminders: ShownRow["schedules"][number]["text_choice"],
): boolean => textChannelOf(policy, { text_reminders }) !== null;

const consentWordings = (channel: TextChannel) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, consentWording(channel, locale)]));

/** The link to a video room is only for guests who have booked. */
function shownLocation(
  location: StoredLocation | null,
  address: string | null,
): StoredLocation | null {
  if (location === null) return null;
  const { kind, text } = location;
  return { kind, text: kind === "address" ? text : kind === "here" ? address : null };
}

/** A schedule's questions that are not among the configuration's. */
const withoutShared = (ofWidget: Question[], ofSchedule: Question[]): Question[] =>
  questionsFor(ofWidget, ofSchedule).slice(ofWidget.length);

/** Whether some of a service's fields are loaded later, with the service itself. */
const hasMoreFields = ({
  questions,
  addons,
  person_kinds,
}: Record<"questions" | "addons" | "person_kinds", unknown>): boolean =>
  questions === null || addons === null || person_kinds === null;

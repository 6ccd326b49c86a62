import type { WidgetConfig } from "~/contract/widget";
import { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { findBaseKeyCaller } from "../api-keys/base-key-actor.server";
import type { MailTenant } from "../email/mail-values";
import { readMailTenant } from "../email/read-mail-tenant.sql.server";
import type { KeyActor } from "../identity/actor";
import { readShownWidget, type ShownWidget } from "./read-widget-config.server";

/** The public booking page of a company, with and without JavaScript. */
export interface BookingPage {
  actor: KeyActor;
  /** The publishable key of the page's widget. */
  key: string;
  tenant: MailTenant;
  /**
   * Each schedule with all its questions; with a booking link only the link's, even if that is no
   * longer open.
   */
  config: WidgetConfig;
  /** Whether search engines may index it: not for demo or test companies. */
  is_indexed: boolean;
}

/** The format of slugs: anything else is rejected without a query. */
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The schedule whose questions are always included, and the token of a booking link. */
interface PageChoice {
  schedule_id?: string | undefined;
  booking_link_token?: string | undefined;
}

/**
 * The contents of a slug's page, always with the questions of the chosen schedule and of those in
 * `also`, and with a booking link its schedule only; null if there is no such page. An invalid link is treated as
 * ended.
 */
export async function openBookingPage(
  slug: string,
  requestId: string | null,
  schedule_id?: string,
  booking_link_token?: string,
  also: readonly string[] = [],
): Promise<BookingPage | null> {
  if (!SLUG.test(slug)) return null;
  const caller = await findBaseKeyCaller(slug, requestId);
  if (caller === null) return null;
  const { key, is_demo } = caller;
  const [{ config: shown, actor }, tenant] = await Promise.all([
    readShown(caller.actor, { schedule_id, booking_link_token }),
    readMailTenant(pool, caller.actor.tenant.id),
  ]);
  // One form contains the configuration's questions and the service's own.
  const whole = await withForms(caller.actor, shown, also);
  const schedules = whole.map((schedule) => ({
    ...schedule,
    questions: [...shown.questions, ...schedule.questions],
  }));
  const config = { ...shown, schedules };
  const is_indexed = !is_demo && actor.mode === "live" && booking_link_token === undefined;
  return { actor, key, tenant, config, is_indexed };
}

/**
 * The services with the questions and add-ons of those in `ids`, where all together have too many.
 */
async function withForms(
  caller: KeyActor,
  { schedules }: WidgetConfig,
  ids: readonly string[],
): Promise<WidgetConfig["schedules"]> {
  const missing = schedules.filter(
    ({ id, questions_follow }) => questions_follow && ids.includes(id),
  );
  const read = await Promise.all(
    missing.map(({ id }) => readShownWidget(caller, { schedule_id: id })),
  );
  const whole = read.flatMap(({ config }, index) =>
    config.schedules.filter(({ id }) => id === missing[index]!.id),
  );
  return schedules.map((schedule) => whole.find(({ id }) => id === schedule.id) ?? schedule);
}

async function readShown(
  caller: KeyActor,
  choice: PageChoice,
): Promise<Pick<ShownWidget, "config" | "actor">> {
  if (choice.booking_link_token === undefined) return readShownWidget(caller, choice);
  try {
    return await readShownWidget(caller, { ...choice, shows_closed: true });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    const { config, actor } = await readShownWidget(caller, {});
    const booking_link = { state: "ended" as const, customer: null };
    return { config: { ...config, schedules: [], resources: [], booking_link }, actor };
  }
}

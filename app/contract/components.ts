import { z } from "zod";
import * as account from "./account";
import * as analytics from "./analytics";
import * as apiKeys from "./api-keys";
import * as audit from "./audit";
import * as auth from "./auth";
import * as attention from "./attention";
import * as blocks from "./blocks";
import * as bookingFilter from "./booking-filter";
import * as bookingInputs from "./booking-inputs";
import * as bookings from "./bookings";
import * as bookingSeries from "./booking-series";
import * as bookingVisits from "./booking-visits";
import * as calendarFeeds from "./calendar-feeds";
import * as calendarConnections from "./calendar-connections";
import * as calendars from "./calendars";
import * as common from "./common";
import * as customers from "./customers";
import * as email from "./email";
import * as errors from "./error-body";
import * as events from "./events";
import * as holds from "./holds";
import * as onboarding from "./onboarding";
import * as payLink from "./pay-link";
import * as paymentConnection from "./payment-connection";
import * as payments from "./payments";
import * as resources from "./resources";
import * as schedules from "./schedules";
import * as sessions from "./sessions";
import * as slots from "./slots";
import * as tenant from "./tenant";
import * as testBookings from "./test-bookings";
import * as uploads from "./uploads";
import * as users from "./users";
import * as verification from "./verification";
import * as waitlist from "./waitlist";
import * as webhooks from "./webhooks";
import * as widget from "./widget";
import * as widgetConfigs from "./widget-configs";

const files = [
  account,
  analytics,
  apiKeys,
  audit,
  auth,
  attention,
  blocks,
  bookingFilter,
  bookingInputs,
  bookings,
  bookingSeries,
  bookingVisits,
  calendarFeeds,
  calendarConnections,
  calendars,
  common,
  customers,
  email,
  errors,
  events,
  holds,
  onboarding,
  payLink,
  paymentConnection,
  payments,
  resources,
  schedules,
  sessions,
  slots,
  tenant,
  testBookings,
  uploads,
  users,
  verification,
  waitlist,
  webhooks,
  widget,
  widgetConfigs,
];

/** A schema's name in OpenAPI is its export name. */
const nameOf = new Map<z.core.$ZodType, string>();
for (const file of files)
  for (const [name, value] of Object.entries(file))
    if (value instanceof z.ZodType) nameOf.set(value, name);

/**
 * Schema metadata plus name. A separate registry: names in zod's global one would affect all other
 * conversions.
 */
class NamedSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(
    schema: z.core.$ZodType,
  ): undefined | (z.core.GlobalMeta & z.core.$replace<z.core.GlobalMeta, never>) {
    const { id: _none, ...meta } = z.globalRegistry.get(schema) ?? {};
    const name = nameOf.get(schema);
    return (name === undefined ? meta : { ...meta, id: name }) as never; // with its name, if any
  }
}

export type JsonSchema = { [keyword: string]: unknown };
export interface Converted {
  /** By the given keys; named schemas are references. */
  schemas: Record<string, JsonSchema>;
  /** Referenced schemas by name. */
  components: Record<string, JsonSchema>;
}

/**
 * Converts many schemas to JSON Schema 2020-12, with named parts as `#/components/schemas/Name`. If
 * a name is already `taken` with another definition (fields optional in input are always present in
 * output), the part is named NameInput.
 */
export function toJsonSchemas(
  schemas: Record<string, z.ZodType>,
  io: "input" | "output",
  taken: Converted["components"] = {},
): Converted {
  const { properties, $defs = {} } = z.toJSONSchema(z.object(schemas), {
    io,
    unrepresentable: "any",
    metadata: new NamedSchemas() as typeof z.globalRegistry, // implements the methods that are used
    override: ({ jsonSchema }) => withoutSafeBounds(jsonSchema),
  });
  for (const definition of Object.values($defs)) delete definition.id;
  const text = JSON.stringify({ schemas: properties, components: $defs }).replaceAll(
    '"#/$defs/',
    `"${REF}`,
  );
  return renamed(JSON.parse(text) as Converted, taken);
}

function renamed(converted: Converted, taken: Converted["components"]): Converted {
  const looksDifferent = ([name, schema]: [string, JsonSchema]) =>
    taken[name] !== undefined && JSON.stringify(schema) !== JSON.stringify(taken[name]);
  const names = Object.entries(converted.components).filter(looksDifferent);
  const text = names.reduce(
    (json, [name]) => json.replaceAll(`"${REF}${name}"`, `"${REF}${name}Input"`),
    JSON.stringify(converted),
  );
  const { schemas, components } = JSON.parse(text) as Converted;
  for (const [name] of names) {
    components[`${name}Input`] = components[name]!;
    delete components[name];
  }
  return { schemas, components };
}
const REF = "#/components/schemas/";

/** The safe-integer range is not worth documenting as a limit. */
function withoutSafeBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

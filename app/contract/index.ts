import { account } from "./account";
import { analytics } from "./analytics";
import { apiKeys } from "./api-keys";
import { audit } from "./audit";
import { auth } from "./auth";
import { blocks } from "./blocks";
import { bookingLinks } from "./booking-links";
import { bookingSeries } from "./booking-series-operations";
import { bookingVisits } from "./booking-visit-operations";
import { bookings } from "./booking-operations";
import { courses } from "./course-operations";
import { calendarNotices } from "./calendar-notices";
import { calendarFeeds } from "./calendar-feeds";
import { calendarConnections } from "./calendar-connections";
import { calendars } from "./calendars";
import { customers } from "./customers";
import { email } from "./email-operations";
import { events } from "./events";
import { holds } from "./holds";
import { hours } from "./hours";
import { onboarding } from "./onboarding";
import type { OperationShape } from "./operation";
import { payments } from "./payments";
import { receipts } from "./receipts";
import { resourceGroups } from "./resource-groups";
import { resources } from "./resources";
import { schedules } from "./schedules";
import { sessions } from "./sessions";
import { slots } from "./slot-operations";
import { tenant } from "./tenant";
import { users } from "./users";
import { verification } from "./verification";
import { webhooks } from "./webhooks";
import { uploads } from "./uploads";
import { waitlist } from "./waitlist";
import { widget } from "./widget";
import { widgetConfigs } from "./widget-configs";

/** Every operation of the API. Source of OpenAPI, the sweep tests and the isolation matrix. */
export const contract = {
  resources,
  resourceGroups,
  schedules,
  hours,
  slots,
  blocks,
  bookings,
  bookingSeries,
  bookingVisits,
  courses,
  bookingLinks,
  apiKeys,
  webhooks,
  events,
  uploads,
  waitlist,
  widget,
  holds,
  widgetConfigs,
  auth,
  onboarding,
  sessions,
  tenant,
  users,
  customers,
  audit,
  account,
  email,
  verification,
  calendarFeeds,
  calendarConnections,
  calendars,
  calendarNotices,
  payments,
  receipts,
  analytics,
};

export const operations: { name: string; operation: OperationShape }[] = Object.entries(
  contract,
).flatMap(([noun, group]) =>
  Object.entries(group).map(([verb, operation]) => ({
    name: `${noun}.${verb}`,
    operation: operation as OperationShape,
  })),
);

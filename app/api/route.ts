import type { contract } from "~/contract";
import type { Binding } from "~/http/api.server";
import { apiRouter } from "~/http/api-router.server";
import account from "./account";
import analytics from "./analytics";
import apiKeys from "./api-keys";
import audit from "./audit";
import auth from "./auth";
import blocks from "./blocks";
import bookingLinks from "./booking-links";
import bookingSeries from "./booking-series";
import bookingVisits from "./booking-visits";
import bookings from "./bookings";
import calendarConnections from "./calendar-connections";
import calendarFeeds from "./calendar-feeds";
import calendarNotices from "./calendar-notices";
import calendars from "./calendars";
import courses from "./courses";
import customers from "./customers";
import email from "./email";
import events from "./events";
import holds from "./holds";
import hours from "./hours";
import onboarding from "./onboarding";
import openapi from "./openapi";
import payments from "./payments";
import receipts from "./receipts";
import resourceGroups from "./resource-groups";
import resources from "./resources";
import schedules from "./schedules";
import sessions from "./sessions";
import slots from "./slots";
import tenant from "./tenant";
import uploads from "./uploads";
import users from "./users";
import verification from "./verification";
import waitlist from "./waitlist";
import webhooks from "./webhooks";
import widgetConfigs from "./widget-configs";
import widget from "./widget";

/** Every operation of the API. One that is not bound does not compile. */
const nouns: Record<keyof typeof contract | "openapi", Binding[]> = {
  account,
  analytics,
  apiKeys,
  audit,
  auth,
  blocks,
  bookingLinks,
  bookingSeries,
  bookingVisits,
  bookings,
  calendarConnections,
  calendarFeeds,
  calendarNotices,
  calendars,
  courses,
  customers,
  email,
  events,
  holds,
  hours,
  onboarding,
  openapi,
  payments,
  receipts,
  resources,
  resourceGroups,
  schedules,
  sessions,
  slots,
  tenant,
  uploads,
  users,
  verification,
  waitlist,
  webhooks,
  widgetConfigs,
  widget,
};

const route = apiRouter(Object.values(nouns).flat());
export const loader = route;
export const action = route;

import type { WidgetConfig } from "~/contract/widget";

export type BookableService = WidgetConfig["schedules"][number];
export type BookableResource = WidgetConfig["resources"][number];

/** A service after the first one of a visit. */
export interface AlsoPart {
  service: BookableService;
  resources: BookableResource[];
  /** The id of a resource, `any`, or `same` for that of the service before. */
  who: string;
  /** A longer length in minutes; null for the default. */
  length: number | null;
}

/** A visitor's choices. Kept in the URL, so links and the back button are enough. */
export interface Choice {
  /** Language in the URL; null for none. */
  lang: string | null;
  /** Token of the booking link; null for none. */
  link: string | null;
  service: BookableService | null;
  /** Classes of the common timetable, shown before a service is chosen; empty for none. */
  classes: BookableService[];
  /** The only class that the common timetable shows; null for all. */
  only: BookableService | null;
  /** Resources of the service, or of the classes shown; empty before one is chosen. */
  resources: BookableResource[];
  /** The chosen resource; null for any. */
  resource: BookableResource | null;
  /** Optional longer lengths, shortest first. */
  longer: number[];
  /** The chosen longer length in minutes; null for the default. */
  length: number | null;
  /** Services that follow the first one in the same visit; empty for none. */
  also: AlsoPart[];
  /** The visitor chooses another service for the visit. */
  adds: boolean;
  party_size: number;
  /** Maximum party size of the service. */
  most_people: number;
  /** First day of the weeks shown; null for this week. */
  from: string | null;
  date: string | null;
  /** RFC 3339 instant. */
  time: string | null;
  /** The service is booked as its course. */
  course: boolean;
  /** The time is full and the visitor joins its waiting list. */
  waits: boolean;
  /** The visitor's position on the waiting list; null before joining. */
  place: number | null;
}

import { msg } from "~/i18n/text";

export const RESOURCES_PATH = "/dashboard/resources";

/** The pages of a resource, in order. */
export const RESOURCE_TABS = [
  { name: "services", label: msg("Services") },
  { name: "hours", label: msg("Hours") },
  { name: "time-off", label: msg("Time off") },
  { name: "calendar", label: msg("Calendar") },
  { name: "details", label: msg("Details") },
] as const;
export type ResourceTab = (typeof RESOURCE_TABS)[number]["name"];

export const resourcePath = (id: string, tab: ResourceTab = "services") =>
  `${RESOURCES_PATH}/${id}/${tab}`;

import { msg, t } from "~/i18n/text";
import type { IconName } from "~/ui/icon";

/** Suggested types; companies may enter others. */
export const RESOURCE_TYPES: Record<string, string> = {
  person: msg("Person"),
  room: msg("Room"),
  table: msg("Table"),
  desk: msg("Desk", { context: "resource" }),
  court: msg("Court"),
  class: msg("Class"),
  vehicle: msg("Vehicle"),
  equipment: msg("Equipment"),
};

/** "Person"; "Class · capacity 12". */
export function aboutResource({ type, capacity }: { type: string; capacity: number }): string {
  const known = RESOURCE_TYPES[type];
  const name =
    known === undefined
      ? `${type[0]?.toUpperCase() ?? ""}${type.slice(1)}`
      : t(known, { context: "resource" });
  return capacity === 1
    ? name
    : t("{{type}} · capacity {{count}}", { type: name, count: capacity });
}

const ICONS: Record<string, IconName> = {
  person: "person",
  class: "people",
  room: "place",
  table: "place",
  desk: "place",
  court: "place",
};

/** Icon by type: person, group, place or thing. */
export const iconOfResource = (type: string): IconName => ICONS[type] ?? "box";

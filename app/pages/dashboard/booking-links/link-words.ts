import type { BookingLink, LinkState } from "~/contract/booking-links";
import { msg, plural, t } from "~/i18n/text";
import type { Tone } from "~/ui/kit/badge";
import type { IconName } from "~/ui/icon";

const STATES: Record<LinkState, { tone: Tone; icon: IconName; label: string }> = {
  active: { tone: "good", icon: "check", label: msg("Active") },
  used_up: { tone: "quiet", icon: "flag", label: msg("Used up") },
  expired: { tone: "quiet", icon: "hourglass", label: msg("Expired") },
  ended: { tone: "quiet", icon: "cross", label: msg("Ended") },
};

/** Label, icon and colour of a link's state. */
export function stateOf(state: LinkState) {
  const { label, ...look } = STATES[state];
  return { ...look, label: t(label) };
}

/** "2 of 5 used", "3 bookings". */
export function usesWords({ uses, max_uses }: Pick<BookingLink, "uses" | "max_uses">): string {
  if (max_uses === null) return plural(uses, "{{count}} booking", "{{count}} bookings");
  return t("{{count}} of {{most}} used", { count: uses, most: max_uses });
}

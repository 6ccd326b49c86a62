import type { Location } from "~/contract/service-fields";

/** The column `schedule.location`; `text` is the URL of a `video_url`. */
export interface StoredLocation {
  kind: Location["kind"];
  text: string | null;
}

export const toStoredLocation = ({ kind, text, url }: Location): StoredLocation => ({
  kind,
  text: url ?? text,
});

export function toLocation(stored: StoredLocation | null): Location | null {
  if (stored === null) return null;
  const { kind, text } = stored;
  return kind === "video_url" ? { kind, text: null, url: text } : { kind, text, url: null };
}

/** OAuth client of this service at a calendar provider. */
export interface CalendarClient {
  client_id: string;
  client_secret: string;
  /** Base URL of a local stand-in for the provider; undefined: the real one. */
  api_base: string | undefined;
}

export interface CalendarSettings {
  google: CalendarClient | null;
  microsoft: CalendarClient | null;
}

type Given = Record<string, string | undefined>;
type Refuse = (name: string, message: string) => void;

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/** Reads GOOGLE_CALENDAR_… and MICROSOFT_CALENDAR_…; a provider without a client is off. */
export function readCalendarSettings(given: Given, refuse: Refuse): CalendarSettings {
  return {
    google: readClient(given, "GOOGLE_CALENDAR_", refuse),
    microsoft: readClient(given, "MICROSOFT_CALENDAR_", refuse),
  };
}

function readClient(given: Given, prefix: string, refuse: Refuse): CalendarClient | null {
  const [client_id, client_secret] = [given[`${prefix}CLIENT_ID`], given[`${prefix}CLIENT_SECRET`]];
  const api_base = given[`${prefix}API_BASE`];
  const problem =
    api_base === undefined ? null : problemOf(api_base, given.NODE_ENV === "production");
  if (problem !== null) refuse(`${prefix}API_BASE`, problem);
  if (client_id === undefined && client_secret === undefined) return null;
  if (client_id === undefined) refuse(`${prefix}CLIENT_ID`, "is needed beside the secret");
  if (client_secret === undefined)
    refuse(`${prefix}CLIENT_SECRET`, "is needed beside the client's id");
  if (client_id === undefined || client_secret === undefined) return null;
  return { client_id, client_secret, api_base: api_base?.replace(/\/$/, "") };
}

/**
 * Calendar tokens are sent to this address, so outside the real provider only loopback is allowed.
 */
function problemOf(base: string, isProduction: boolean): string | null {
  if (!URL.canParse(base)) return "must be an address such as http://127.0.0.1:3002/google";
  if (!LOOPBACK.test(new URL(base).hostname))
    return "must be on this machine: it takes the provider's place";
  return isProduction ? "is for development only" : null;
}

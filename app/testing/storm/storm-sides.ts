import { caldavProvider } from "~/adapters/calendars/caldav.server";
import type { CalendarProvider, CalendarSecret } from "~/adapters/calendars/port";
import { calendarProvider } from "~/adapters/registry.server";
import type { CalDavServer } from "../caldav-servers";
import { google, googleSettings, visitGoogle } from "../google-calendar";
import { microsoft, microsoftSettings, visitMicrosoft } from "../microsoft-calendar";
import { pkce } from "../pkce";
import { OutsidePerson, type StormPerson } from "./outside-person";
import { googleHand, graphHand, SandboxPerson } from "./sandbox-person";

interface Plan {
  random: () => number;
  /** Midnight (UTC) of the first planned day, and the number of days. */
  first: number;
  days: number;
}

/** A calendar provider used in a storm, over real HTTP. */
export interface StormSide {
  provider: CalendarProvider;
  /** Environment of a worker to be killed. */
  settings: Record<string, string>;
  secret(): Promise<CalendarSecret>;
  makeCalendar(id: string, plan: Plan): Promise<{ external_id: string; person: StormPerson }>;
}

/** A real CalDAV server. */
export const caldavSide = (server: CalDavServer): StormSide => ({
  provider: caldavProvider,
  settings: { CALENDAR_ALLOW_HOSTS: server.host },
  secret: async () => server.secret,
  makeCalendar: async (id, { random, first, days }) => {
    const external_id = await server.makeCalendar(`storm-${id}`);
    return { external_id, person: new OutsidePerson(server, external_id, random, first, days) };
  },
});

const PERSON = "storm@example.com";

/** The Google stand-in. */
export function googleSide(): StormSide {
  google.control.reset();
  google.state.addCalendar(PERSON, PERSON, "owner", "Europe/Berlin");
  google.control.settings({ page_size: 7, empty_pages: true });
  const provider = calendarProvider("google")!; // its settings are there
  return {
    provider,
    settings: googleSettings,
    secret: () => consent(provider, (url) => visitGoogle(url, PERSON)),
    makeCalendar: async (id, plan) => {
      const external_id = `${id}@group.calendar.example.com`;
      google.state.addCalendar(PERSON, external_id, "owner", "Europe/Berlin");
      return { external_id, person: new SandboxPerson(googleHand(external_id), plan) };
    },
  };
}

/** The Outlook stand-in. */
export function graphSide(): StormSide {
  microsoft.control.reset();
  microsoft.state.addCalendar(PERSON, "AAMkStorm=");
  microsoft.control.settings({ page_size: 7, empty_pages: true });
  const provider = calendarProvider("microsoft")!; // its settings are there
  return {
    provider,
    settings: microsoftSettings,
    secret: () => consent(provider, (url) => visitMicrosoft(url, PERSON)),
    makeCalendar: async (id, plan) => {
      const external_id = `AAMk${id}=`;
      microsoft.state.addCalendar(PERSON, external_id);
      return { external_id, person: new SandboxPerson(graphHand(external_id), plan) };
    },
  };
}

async function consent(
  { oauth }: CalendarProvider,
  visit: (url: URL) => Promise<URL>,
): Promise<CalendarSecret> {
  const { code_verifier, code_challenge } = pkce();
  const back = await visit(await oauth!.authorizeUrl({ state: "storm", code_challenge })); // both have it
  return (await oauth!.exchange(back, code_verifier)).secret;
}

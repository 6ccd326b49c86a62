import { findCalendars } from "./caldav-find.server";
import { readCalDav } from "./caldav-read.server";
import { deleteFile, findFile, putFile } from "./caldav-write.server";
import type { PasswordSecret } from "./dav-call.server";
import { CalendarError, type CalendarProvider, type CalendarSecret } from "./port";

/** CalDAV (RFC 4791, 6578): iCloud, Fastmail, Nextcloud, and servers of one's own. It sends no notices. */
export const caldavProvider: CalendarProvider = {
  name: "caldav",
  oauth: null,
  writes: true,
  channels: null,
  listCalendars: async (secret, signal) => findCalendars(passwordOf(secret), signal),
  read: async (secret, calendar, request, signal) =>
    readCalDav(passwordOf(secret), calendar, request, signal),
  putEvent: async (secret, calendar, event, known, signal) =>
    putFile(passwordOf(secret), calendar, event, known, signal),
  deleteEvent: async (secret, calendar, known, signal) =>
    deleteFile(passwordOf(secret), calendar, known, signal),
  findEvent: async (secret, calendar, external_id, signal) =>
    findFile(passwordOf(secret), calendar, external_id, signal),
};

function passwordOf(secret: CalendarSecret): PasswordSecret {
  if (secret.kind !== "password") throw new CalendarError("refused", { detail: "no password" });
  return secret;
}

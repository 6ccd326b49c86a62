import { findCalendars } from "./caldav-find.server";
import { readCalDav } from "./caldav-read.server";
import { deleteFile, findFile, putFile } from "./caldav-write.server";
import type { PasswordSecret } from "./dav-call.server";
import { CalendarError, type CalendarProvider, type CalendarSecret } from "./port";

/**
 * CalDAV (RFC 4791, 6578): iCloud, Fastmail, Nextcloud and self-hosted servers. It has no push
 * notifications.
 */
export const caldavProvider: CalendarProvider = {
  name: "caldav",
  oauth: null,
  writes: true,
  channels: null,
  listCalendars: async (secret, call) => findCalendars(passwordOf(secret), call),
  read: async (secret, calendar, request, call) =>
    readCalDav(passwordOf(secret), calendar, request, call),
  putEvent: async (secret, calendar, event, known, call) =>
    putFile(passwordOf(secret), calendar, event, known, call),
  deleteEvent: async (secret, calendar, known, call) =>
    deleteFile(passwordOf(secret), calendar, known, call),
  findEvent: async (secret, calendar, external_id, call) =>
    findFile(passwordOf(secret), calendar, external_id, call),
};

function passwordOf(secret: CalendarSecret): PasswordSecret {
  if (secret.kind !== "password") throw new CalendarError("refused", { detail: "no password" });
  return secret;
}

// Import before anything that reads the environment: a real CalDAV server on loopback that
// calendars may read; null if it is not installed.
import { afterAll } from "vitest";
import { pathOfTool } from "../commands/test-tools.mjs";
import { startRadicale } from "./caldav-servers";
import { setSettings } from "./settings";

export const radicale = pathOfTool("radicale") === null ? null : await startRadicale();
afterAll(async () => radicale?.stop());
if (radicale !== null) setSettings({ CALENDAR_ALLOW_HOSTS: radicale.host });

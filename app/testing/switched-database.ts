// Imported before anything that reads the environment: the database of this test file behind an address that can be turned to another port.
import { setSettings } from "./settings";
import { startSwitch } from "./tcp-switch";

const url = new URL(process.env.DATABASE_URL!);

/** Where the database is when nothing is wrong. */
export const databasePort = Number(url.port);
export const databaseSwitch = await startSwitch(databasePort);

url.port = String(databaseSwitch.port);
setSettings({ DATABASE_URL: url.href });

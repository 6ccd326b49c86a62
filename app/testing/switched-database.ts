// Import before anything that reads the environment: puts this test file's database behind an
// address that can be redirected to another port.
import { setSettings } from "./settings";
import { startSwitch } from "./tcp-switch";

const url = new URL(process.env.DATABASE_URL!);

/** The database's real port. */
export const databasePort = Number(url.port);
export const databaseSwitch = await startSwitch(databasePort);

url.port = String(databaseSwitch.port);
setSettings({ DATABASE_URL: url.href });

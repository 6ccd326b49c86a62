// Checks everything the service depends on and advises what to fix. Read-only; exits with status 1
// if something doesn't work.
import { closeDatabase } from "~/lib/db.server";
import { databaseChecks } from "./doctor/database-checks";
import { runCheck } from "./doctor/finding";
import { settingsChecks } from "./doctor/settings-checks";
import { runCommand } from "./plain-error";

const MARKS = { ok: "ok  ", warn: "WARN", fail: "FAIL" };

await runCommand(async () => {
  const found = await Promise.all([...databaseChecks, ...settingsChecks].map(runCheck));
  const width = Math.max(...found.map(({ name }) => name.length));
  for (const { state, name, summary, advice } of found) {
    console.log(`${MARKS[state]}  ${name.padEnd(width)}  ${summary}`);
    if (advice !== undefined) console.log(`${" ".repeat(width + 8)}${advice}`);
  }
  if (found.some(({ state }) => state === "fail")) process.exitCode = 1;
});
await closeDatabase();
process.exit();

import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clock } from "~/lib/clock";
import { newId } from "~/lib/ids";

/** Keeps a message as one JSON file in `folder`, whole or not at all, readable by this user alone. Returns its id. */
export async function keepInOutbox(folder: string, message: object): Promise<string> {
  const id = newId();
  const file = { id, ...message, created_at: clock.date().toISOString() };
  await mkdir(folder, { recursive: true });
  // Under another name until it is complete: who reads the folder never meets half a message.
  const unfinished = join(folder, `.${id}.tmp`);
  await writeFile(unfinished, JSON.stringify(file, null, 2), { mode: 0o600 });
  await rename(unfinished, join(folder, `${id}.json`));
  return id;
}

import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clock } from "~/lib/clock";
import { newId } from "~/lib/ids";

/**
 * Writes a message atomically as a JSON file to `folder`, readable only by this user. Returns its
 * id.
 */
export async function keepInOutbox(folder: string, message: object): Promise<string> {
  const id = newId();
  const file = { id, ...message, created_at: clock.date().toISOString() };
  await mkdir(folder, { recursive: true });
  // Under a temporary name until complete, so that readers never see a partial message.
  const unfinished = join(folder, `.${id}.tmp`);
  await writeFile(unfinished, JSON.stringify(file, null, 2), { mode: 0o600 });
  await rename(unfinished, join(folder, `${id}.json`));
  return id;
}

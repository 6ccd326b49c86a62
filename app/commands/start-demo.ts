import { rmSync } from "node:fs";
import type { DemoSeed } from "../../prisma/seed";
import { startChild, type Environment } from "./child";
import { readJson, writePrivate } from "./data-folder";
import { PlainError } from "./plain-error";
import { fileIn, type Settings } from "./start-settings";

/**
 * The demo company of this run. Secrets are shown only at creation, so they are stored in
 * DATA_DIR/demo-secrets.json.
 */
export type Demo = Omit<DemoSeed, "secret_key" | "webhook_secret"> & DemoSecrets;
type DemoSecrets = { secret_key?: string; webhook_secret?: string };

/**
 * Seeds the demo company unless it exists. Runs in a child process, because the product's modules
 * read the environment when loaded.
 */
export async function seedDemoCompany(settings: Settings, env: Environment): Promise<Demo> {
  const child = startChild("seed-demo", env, fileIn(settings, "logs/seed.log"));
  const seeded = (await Promise.race([child.message, child.ended])) as DemoSeed | string;
  if (typeof seeded === "string")
    throw new PlainError(
      `The demo company could not be seeded: the process ${seeded}.\n${child.lastOutput()}`,
    );
  await child.ended;
  const path = fileIn(settings, "demo-secrets.json");
  const stored = readJson<DemoSecrets>(path);
  const secrets = {
    secret_key: seeded.secret_key ?? stored?.secret_key,
    webhook_secret: seeded.webhook_secret ?? stored?.webhook_secret,
  };
  writePrivate(path, secrets);
  return { ...seeded, ...secrets };
}

/**
 * Writes DATA_DIR/demo.json when everything it names is ready; removed when the next start begins.
 */
export function writeDemoFile(
  settings: Settings,
  signInUrl: string | undefined,
  demo: Demo | undefined,
): void {
  writePrivate(fileIn(settings, "demo.json"), {
    base_url: settings.baseUrl,
    sign_in_url: signInUrl,
    ...(settings.isProduction ? {} : standInUrls(settings)),
    tenant_id: demo?.tenant_id,
    publishable_key: demo?.publishable_key,
    secret_key: demo?.secret_key,
    resources: demo?.resources.map(({ id, name }) => ({ id, name })),
    schedules: demo?.schedules.map(({ id, name }) => ({ id, name })),
  });
}

export function removeDemoFile(settings: Settings): void {
  rmSync(fileIn(settings, "demo.json"), { force: true });
}

export function standInUrls({ hostPageUrl, sandboxUrl }: Settings) {
  return {
    host_page_url: hostPageUrl,
    outbox_url: `${sandboxUrl}/outbox`,
    receiver_url: `${sandboxUrl}/webhooks`,
    calendars_url: `${sandboxUrl}/calendars`,
  };
}

// Imported before anything that reads the environment: a Postgres of the proof's own, which may be killed, and keeps what it has promised.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../commands/embedded-postgres";
import { applyMigrations } from "../../commands/schema-engine";

const folder = mkdtempSync(join(tmpdir(), "booking-proof-"));
chmodSync(folder, 0o711); // the user postgres, when this process is root, must pass
const start = () => startEmbeddedPostgres({ folder, durable: true, say: () => undefined });

let running: EmbeddedPostgres = await start();
process.env.DATABASE_URL = process.env.DIRECT_DATABASE_URL = running.url();
await applyMigrations(running.url());

export const ownPostgres = {
  folder,
  url: () => running.url(),
  /** Ends the server and all its processes as `kill -9` does; resolves when it has been started again. */
  async killAndStart(): Promise<void> {
    const { process: server } = JSON.parse(readFileSync(join(folder, "postgres.json"), "utf8")) as {
      process: { pid: number };
    };
    process.kill(-server.pid, "SIGKILL"); // it leads a process group
    await running.ended;
    running = await start();
  },
  async stop(): Promise<void> {
    await running.stop();
    rmSync(folder, { recursive: true });
  },
};

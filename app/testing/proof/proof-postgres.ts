import { chmodSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../commands/embedded-postgres";
import { applyMigrations } from "../../commands/schema-engine";

export interface ProofPostgres {
  url: () => string;
  /** Kills the server and all its processes; resolves when it is running again. */
  killAndStart: () => Promise<void>;
  /** Restarts the server if it has exited. */
  startIfEnded: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A durable, killable Postgres for the proof, used as this process's database. */
export async function startProofPostgres(folder: string): Promise<ProofPostgres> {
  chmodSync(folder, 0o711); // the user postgres, when this process is root, must pass
  const start = () => startEmbeddedPostgres({ folder, durable: true, print: () => undefined });
  let hasEnded = false;
  const watch = (server: EmbeddedPostgres) => {
    hasEnded = false;
    void server.ended.then(() => (hasEnded = true));
    return server;
  };
  let running = watch(await start());
  process.env.DATABASE_URL = process.env.DIRECT_DATABASE_URL = running.url();
  await applyMigrations(running.url());
  return {
    url: () => running.url(),
    killAndStart: async () => {
      const { process: server } = JSON.parse(
        readFileSync(join(folder, "postgres.json"), "utf8"),
      ) as {
        process: { pid: number };
      };
      process.kill(-server.pid, "SIGKILL"); // it leads a process group
      await running.ended;
      running = watch(await start());
    },
    startIfEnded: async () => {
      if (hasEnded) running = watch(await start());
    },
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

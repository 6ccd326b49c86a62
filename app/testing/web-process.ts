import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { findFreePorts } from "../commands/ports";

export interface WebProcess {
  url: string;
  pid: number;
  stop: () => Promise<void>;
  /** Stops it; resolves with the exit code. */
  end: () => Promise<number | null>;
  /** Messages from a module that `node_options` preloads. */
  onMessage: (listener: (message: unknown) => void) => void;
}

/**
 * Starts the real web process from the production build, on this database and a free loopback port.
 */
export async function startWeb(
  env: Record<string, string>,
  node_options: string[] = [],
  onLog?: (line: string) => void,
): Promise<WebProcess> {
  const [port = 0] = await findFreePorts("127.0.0.1", 1);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...node_options, "app/commands/boot.mjs", "web"], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      BOOT_PREPARED: "1",
      HOST: "127.0.0.1",
      PORT: String(port),
      ...env,
    },
    stdio: ["ignore", onLog === undefined ? "ignore" : "pipe", "pipe", "ipc"],
  });
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on("line", (line) => onLog?.(line));
  const words: string[] = [];
  child.stderr?.on("data", (data: Buffer) => words.push(data.toString()));
  const ended = once(child, "exit").then(() => {
    throw new Error(`The web process ended early:\n${words.join("")}`);
  });
  await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined);
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    }
    return child.exitCode;
  };
  const pid = child.pid!; // it is running
  const onMessage = (listener: (message: unknown) => void) => void child.on("message", listener);
  return { url, pid, stop: async () => void (await end()), end, onMessage };
}

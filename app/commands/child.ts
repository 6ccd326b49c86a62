import { spawn, type ChildProcess } from "node:child_process";
import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { limitLogSize } from "./log-file";
import { identityOf, type ProcessIdentity } from "./process-lock.mjs";

const STOP_MS = 25_000;
const WARN = 40; // pino's level
const LAST_LINES = 30;

/** Environment variables of a process. */
export type Environment = Record<string, string | undefined>;

export type Child = {
  name: string;
  identity: ProcessIdentity;
  /** Resolves with a description of the exit when the process ends, on request or not. */
  ended: Promise<string>;
  /** Resolves at the process's first IPC message. */
  message: Promise<unknown>;
  /** The end of its output outside of log lines, for crash reports. */
  lastOutput: () => string;
  /** Sends SIGTERM, then SIGKILL after 25 s. */
  stop: () => Promise<void>;
  kill: () => void;
};

/**
 * Runs one of our commands as a child process with this environment and `env`. Output goes to
 * `logFile`, warnings also to the terminal. It has its own process group, so that Ctrl-C reaches it
 * only through `stop`, in order.
 */
export function startChild(name: string, env: Environment, logFile: string): Child {
  const child = spawn(process.execPath, ["app/commands/boot.mjs", name], {
    env: { ...process.env, ...env, BOOT_PREPARED: "1" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  const log = openLog(logFile);
  const lines: string[] = [];
  forwardLines(child.stdout, (line) => {
    log.write(`${line}\n`);
    const warning = readWarning(line);
    if (warning !== null) console.error(`${name}: ${warning}`);
  });
  forwardLines(child.stderr, (line) => {
    log.write(`${line}\n`);
    lines.push(line);
    lines.splice(0, lines.length - LAST_LINES);
  });
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`could not be started (${error.message})`));
    child.once("close", (code, signal) => {
      // Resolves when the last line is written, or can't be.
      log.end(() =>
        resolve(signal === null ? `exited with status ${code}` : `was killed by ${signal}`),
      );
    });
  });
  return {
    name,
    identity: identityOf(child.pid ?? 0),
    ended,
    message: new Promise((resolve) => child.once("message", resolve)),
    lastOutput: () => lines.join("\n"),
    stop: () => stop(child, ended),
    kill: () => void child.kill("SIGKILL"),
  };
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill("SIGTERM");
  const insist = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(insist);
}

function openLog(path: string): WriteStream {
  mkdirSync(dirname(path), { recursive: true });
  limitLogSize(path, "move");
  const log = createWriteStream(path, { flags: "a", mode: 0o600 });
  // A full disk must not end this process and orphan its children: they continue without logs.
  log.once("error", (error) =>
    console.error(`${path} cannot be written (${error.message}). Further lines are lost.`),
  );
  log.on("error", () => undefined);
  return log;
}

function forwardLines(stream: NodeJS.ReadableStream | null, take: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream, crlfDelay: Infinity }).on("line", take);
}

/** A one-line summary of a pino line of level warn or above; null for other lines. */
function readWarning(line: string): string | null {
  if (!line.startsWith("{")) return null;
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level?: number;
      msg?: string;
      err?: { message?: string } | string;
    };
    if (level === undefined || level < WARN) return null;
    const cause = typeof err === "string" ? err : err?.message;
    return [msg, cause].filter(Boolean).join(": ");
  } catch {
    return null;
  }
}

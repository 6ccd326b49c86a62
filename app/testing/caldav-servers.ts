// Real CalDAV servers on loopback, each with a temporary folder.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePorts } from "../commands/ports";
import { pathOfTool, type ToolName } from "../commands/test-tools.mjs";
import { portAnswers } from "./port-answers";

const HOST = "127.0.0.1";
const [USER, PASSWORD] = ["anna@example.com", "app-password"];

export interface CalDavServer {
  /** host:port, for CALENDAR_ALLOW_HOSTS. */
  host: string;
  /** The URL of its calendars, with a trailing slash. */
  home: string;
  secret: { kind: "password"; server_url: string; username: string; password: string };
  /** A request as another program of the same person would send it. */
  send(
    method: string,
    url: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; headers: Headers }>;
  /** A new, empty calendar. */
  makeCalendar(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Radicale with a password and a read-only calendar `holidays`. */
export async function startRadicale(): Promise<CalDavServer> {
  const folder = mkdtempSync(join(tmpdir(), "radicale-"));
  const [port = 0] = await findFreePorts(HOST, 1);
  writeFileSync(join(folder, "users"), `${USER}:${PASSWORD}\n`);
  const right = (name: string, collection: string, permissions: string) =>
    `[${name}]\nuser: .+\ncollection: ${collection}\npermissions: ${permissions}\n`;
  const rights = [
    right("root", "", "R"),
    right("holidays", "{user}/holidays", "r"),
    right("principal", "{user}", "RW"),
    right("calendars", "{user}/[^/]+", "rw"),
  ];
  writeFileSync(join(folder, "rights"), rights.join("\n"));
  const sections = {
    server: { hosts: `${HOST}:${port}` },
    auth: {
      type: "htpasswd",
      htpasswd_filename: join(folder, "users"),
      htpasswd_encryption: "plain",
      delay: "0",
    },
    rights: { type: "from_file", file: join(folder, "rights") },
    storage: { filesystem_folder: join(folder, "data") },
    logging: { level: "error" },
  };
  const text = Object.entries(sections).map(
    ([name, values]) =>
      `[${name}]\n${Object.entries(values)
        .map(([key, value]) => `${key} = ${value}`)
        .join("\n")}`,
  );
  writeFileSync(join(folder, "config"), text.join("\n"));
  const holidays = join(folder, "data", "collection-root", USER, "holidays");
  mkdirSync(holidays, { recursive: true });
  writeFileSync(
    join(holidays, ".Radicale.props"),
    JSON.stringify({ tag: "VCALENDAR", "D:displayname": "Holidays" }),
  );
  return run(
    "radicale",
    ["--config", join(folder, "config")],
    port,
    folder,
    `/${encodeURIComponent(USER)}/`,
  );
}

/** Xandikos, which requires no password. */
export async function startXandikos(): Promise<CalDavServer> {
  const folder = mkdtempSync(join(tmpdir(), "xandikos-"));
  const [port = 0] = await findFreePorts(HOST, 1);
  const args = ["-d", join(folder, "data"), "--defaults", "-l", HOST, "-p", String(port)];
  return run("xandikos", args, port, folder, "/user/calendars/");
}

async function run(
  tool: ToolName,
  args: string[],
  port: number,
  folder: string,
  homePath: string,
): Promise<CalDavServer> {
  const program = pathOfTool(tool);
  if (program === null) throw new Error(`${tool} is not installed.`);
  const words: string[] = [];
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: folder },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => words.push(data.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  while (!(await portAnswers(port))) {
    if (child.exitCode !== null) throw new Error(`${tool} did not start:\n${words.join("")}`);
    await wait(20);
  }
  const server = `http://${HOST}:${port}/`;
  const home = new URL(homePath, server).href;
  const send: CalDavServer["send"] = async (method, url, body, headers = {}) => {
    const basic = Buffer.from(`${USER}:${PASSWORD}`).toString("base64");
    const response = await fetch(url, {
      method,
      body,
      headers: { Authorization: `Basic ${basic}`, ...headers },
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return {
    host: `${HOST}:${port}`,
    home,
    secret: { kind: "password", server_url: server, username: USER, password: PASSWORD },
    send,
    makeCalendar: async (name) => {
      const url = `${home}${name}/`;
      const { status, text } = await send("MKCALENDAR", url);
      if (status !== 201)
        throw new Error(`MKCALENDAR ${url}: ${status} ${text}\n${words.join("")}`);
      return url;
    },
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

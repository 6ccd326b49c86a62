import { appendFileSync } from "node:fs";
import { onStatement } from "../lib/observed-pool.server";
import { awaited, knownScans } from "./known-scans";
import { brokenRules } from "./statement-rules";

const OURS = /[/(]((?:app|prisma)\/(?!generated)[\w./$-]+\.tsx?)/;
/** What passes statements on without having written them. */
const PASSED_ON = /lib\/(db|observed-pool|statement-batch)\.server|jobs\/queue\.server|testing\/sent-statements/;
const NO_PRODUCT = /\.test\.tsx?$|app\/testing\/|app\/commands\/|^prisma\//;
const DEPTH = 60;

/** Listens to what the product sends from now on; `offences` says what of it a cluster could not run: "file: rule". */
export function collectStatements(root: string): { offences: () => string[] } {
  const rules = new Map<string, string[]>();
  const found = new Set<string>();
  onStatement((text) => {
    // By whoever sends it first: what waited for a connection is sent in the stack of whoever gave one back.
    if (rules.has(text)) return;
    const broken = brokenRules(text);
    rules.set(text, broken);
    if (broken.length === 0) return;
    const file = senderOf(root);
    if (file !== undefined && !NO_PRODUCT.test(file)) for (const rule of broken) found.add(`${file}: ${rule}`);
  });
  return {
    offences: () => {
      report(rules.size, [...found]);
      return [...found]
        .filter((offence) => !(offence in knownScans) && !awaited.some((file) => offence.startsWith(`${file}: `)))
        .sort();
    },
  };
}

/** The file of the product (or of a test) that the statement comes from; undefined where a library sends it later, on its own. */
function senderOf(root: string): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = DEPTH;
  const lines = new Error().stack?.split("\n") ?? [];
  Error.stackTraceLimit = limit;
  for (const line of lines) {
    if (line.includes("node_modules")) continue;
    const file = OURS.exec(line.replace(root, "/"))?.[1];
    if (file !== undefined && !PASSED_ON.test(file)) return file;
  }
  return undefined;
}

/** TEST_STATEMENTS names a file that each test file adds a line to: how many statements it saw, and what breaks a rule. */
function report(statements: number, offences: string[]): void {
  const path = process.env.TEST_STATEMENTS;
  if (path) appendFileSync(path, `${JSON.stringify({ statements, offences })}\n`);
}

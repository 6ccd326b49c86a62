import { appendFileSync } from "node:fs";
import { allowedForms, knownScans } from "./known-scans";
import { onStatement } from "./statement-listener";
import { brokenRules } from "./statement-rules";

const OURS = /[/(]((?:app|prisma)\/(?!generated)[\w./$-]+\.tsx?)/;
/** Files that forward statements written elsewhere. */
const PASSED_ON =
  /lib\/(db|trace|traced-pool)\.server|http\/api-fast-path\.server|jobs\/queue\.server|testing\/(sent-statements|statement-listener)/;
const NO_PRODUCT = /\.test\.tsx?$|app\/testing\/|app\/commands\/|^prisma\//;
const DEPTH = 60;

/**
 * Records the product's statements from now on; `offences` lists those that a cluster could not
 * run: "file: rule".
 */
export function collectStatements(root: string): { offences: () => string[] } {
  const rules = new Map<string, string[]>();
  const found = new Map<string, string>();
  onStatement((text, options) => {
    // Attributed to the first sender: a statement that waited for a connection is sent in the call
    // stack of whoever released it.
    if (rules.has(text)) return;
    const broken = brokenRules(text);
    rules.set(text, broken);
    if (broken.length === 0) return;
    const file = senderIn(stackOf(), root) ?? senderIn(options, root);
    if (file !== undefined && !NO_PRODUCT.test(file))
      for (const rule of broken) found.set(`${file}: ${rule}`, text);
  });
  return {
    offences: () => {
      report(rules.size, Object.fromEntries(found));
      const offences = [...found.keys()]
        .filter((offence) => !(offence in knownScans) && !(offence in allowedForms))
        .sort();
      found.clear();
      return offences;
    },
  };
}

function stackOf(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = DEPTH;
  const { stack } = new Error();
  Error.stackTraceLimit = limit;
  return stack;
}

/**
 * The file of the product (or a test) that sent a statement; undefined if a library sends it later
 * on its own.
 */
function senderIn(stack: string | undefined, root: string): string | undefined {
  for (const line of stack?.split("\n") ?? []) {
    if (line.includes("node_modules")) continue;
    const file = OURS.exec(line.replace(root, "/"))?.[1];
    if (file !== undefined && !PASSED_ON.test(file)) return file;
  }
  return undefined;
}

/**
 * TEST_STATEMENTS names a file to which each test file appends its number of statements and the
 * violations.
 */
function report(statements: number, offences: Record<string, string>): void {
  const path = process.env.TEST_STATEMENTS;
  if (path) appendFileSync(path, `${JSON.stringify({ statements, offences })}\n`);
}

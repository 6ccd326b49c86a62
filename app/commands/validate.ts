// `npm run validate [-- --no-tests]`: everything a change must pass: lint, unawaited promises, unused code,
// formatting, types, the build with the widget's size limit and, last, all tests.
import { spawn } from "node:child_process";

interface Check {
  what: string;
  args: string[];
}

/** Two groups of checks that run in parallel. */
const rows: Check[][] = [
  [
    { what: "lint", args: ["node_modules/eslint/bin/eslint.js", "--max-warnings=0", "."] },
    {
      what: "promises",
      args: [
        // It needs 3.4 GB, near Node's own limit of 4 GB.
        "--max-old-space-size=6144",
        "node_modules/eslint/bin/eslint.js",
        "--config=eslint.types.config.js",
        "app",
        "widget-element",
      ],
    },
  ],
  [
    { what: "unused code", args: ["node_modules/knip/bin/knip.js", "--no-progress"] },
    { what: "formatting", args: ["node_modules/prettier/bin/prettier.cjs", "--check", "."] },
    { what: "types", args: ["node_modules/typescript/bin/tsc", "--noEmit"] },
    {
      what: "types of the widget",
      args: ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "widget-element"],
    },
    // Used by later tests. Fails if the widget is too large.
    { what: "build and size of the widget", args: ["app/commands/boot.mjs", "build"] },
  ],
];
const tests: Check = { what: "tests", args: ["app/commands/boot.mjs", "test"] };

const failed = (await Promise.all(rows.map(failedOf))).flat();
if (!process.argv.includes("--no-tests") && !(await passes(tests, "inherit")))
  failed.push(tests.what);
console.log(
  failed.length === 0 ? "\nAll checks passed." : `\nFailed: ${failed.join(", ")}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function failedOf(row: Check[]): Promise<string[]> {
  const names: string[] = [];
  for (const check of row) if (!(await passes(check, "pipe"))) names.push(check.what);
  return names;
}

/** Output of parallel checks is buffered and printed when one ends. */
function passes({ what, args }: Check, stdio: "pipe" | "inherit"): Promise<boolean> {
  const title = `\n══ ${what} ══`;
  if (stdio === "inherit") console.log(title);
  const child = spawn(process.execPath, args, { stdio: ["inherit", stdio, stdio] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (data: Buffer) => output.push(data));
  return new Promise((resolve) => {
    child.once("close", (status) => {
      if (stdio === "pipe") console.log(`${title}\n${Buffer.concat(output).toString().trimEnd()}`);
      resolve(status === 0);
    });
  });
}

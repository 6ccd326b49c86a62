// `npm run validate [-- --no-tests]`: everything a change must pass: lint, unawaited promises,
// unused code, formatting, types, the build with the widget's size limit and, last, all tests.
import { spawn } from "node:child_process";

interface Check {
  title: string;
  args: string[];
}

/** Two groups of checks that run in parallel. */
const rows: Check[][] = [
  [
    { title: "lint", args: ["node_modules/eslint/bin/eslint.js", "--max-warnings=0", "."] },
    {
      title: "promises",
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
    { title: "unused code", args: ["node_modules/knip/bin/knip.js", "--no-progress"] },
    { title: "formatting", args: ["node_modules/prettier/bin/prettier.cjs", "--check", "."] },
    { title: "types", args: ["node_modules/typescript/bin/tsc", "--noEmit"] },
    {
      title: "types of the widget",
      args: ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "widget-element"],
    },
    // Used by later tests. Fails if the widget is too large.
    { title: "build and size of the widget", args: ["app/commands/boot.mjs", "build"] },
  ],
];
const tests: Check = { title: "tests", args: ["app/commands/boot.mjs", "test"] };

const failed = (await Promise.all(rows.map(failedOf))).flat();
if (!process.argv.includes("--no-tests") && !(await runCheck(tests, "inherit")))
  failed.push(tests.title);
console.log(failed.length === 0 ? "\nAll checks passed." : `\nFailed: ${failed.join(", ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function failedOf(row: Check[]): Promise<string[]> {
  const names: string[] = [];
  for (const check of row) if (!(await runCheck(check, "pipe"))) names.push(check.title);
  return names;
}

/** Output of parallel checks is buffered and printed when one ends. */
function runCheck({ title: title, args }: Check, stdio: "pipe" | "inherit"): Promise<boolean> {
  const heading = `\n══ ${title} ══`;
  if (stdio === "inherit") console.log(heading);
  const child = spawn(process.execPath, args, { stdio: ["inherit", stdio, stdio] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (data: Buffer) => output.push(data));
  return new Promise((resolve) => {
    child.once("close", (status) => {
      if (stdio === "pipe")
        console.log(`${heading}\n${Buffer.concat(output).toString().trimEnd()}`);
      resolve(status === 0);
    });
  });
}

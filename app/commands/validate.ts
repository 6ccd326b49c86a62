// `npm run validate [-- --no-tests]`: what a change must pass: lint, formatting, types, the widget's size and, last, all tests.
import { spawnSync } from "node:child_process";

const checks = [
  { what: "lint", args: ["node_modules/eslint/bin/eslint.js", "--max-warnings=0", "."] },
  { what: "formatting", args: ["node_modules/prettier/bin/prettier.cjs", "--check", "."] },
  { what: "types", args: ["node_modules/typescript/bin/tsc", "--noEmit"] },
  { what: "types of the widget", args: ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "widget-element"] },
  { what: "size of the widget", args: ["node_modules/tsx/dist/cli.mjs", "widget-element/build.ts"] },
  { what: "tests", args: ["app/commands/boot.mjs", "test"] },
];

const asked = checks.filter(({ what }) => what !== "tests" || !process.argv.includes("--no-tests"));
const failed = asked.filter(({ what, args }) => {
  console.log(`\n══ ${what} ══`);
  return spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0;
});
console.log(
  failed.length === 0 ? "\nEverything is in order." : `\nNot in order: ${failed.map(({ what }) => what).join(", ")}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

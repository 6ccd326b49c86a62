// Entry point of every npm script. Plain JavaScript, because on a fresh clone nothing is installed
// yet. Usage: node app/commands/boot.mjs <command> [arguments]
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `This is Node ${process.versions.node}. The Booking Service needs Node 20.19 or newer: https://nodejs.org`,
  );
  process.exit(1);
}

const { existsSync } = await import("node:fs");
const { fileURLToPath, pathToFileURL } = await import("node:url");
const { prepare } = await import("./prepare.mjs");

const root = fileURLToPath(new URL("../..", import.meta.url));
process.chdir(root);

// Preparation steps per command; "sandbox" and "seed-demo" are started by `start`, which has
// prepared everything.
const needs = {
  start: ["packages", "postgres"], // builds the rest while the database starts
  test: ["packages", "postgres", "client"], // builds when the first test needs it
  validate: ["packages", "openapi-tools", "client"],
  bench: ["packages", "postgres", "client", "widget", "app"],
  build: ["packages", "client", "widget", "app"],
  web: ["packages", "client", "widget", "app"],
  worker: ["packages", "client"],
  seed: ["packages", "client"],
  "rotate-key": ["packages", "client"],
  doctor: ["packages", "client"],
  backup: ["packages"],
  restore: ["packages", "client"],
  distribute: ["packages"],
  migrate: ["packages"],
};
const command = process.argv[2] ?? "";
const elsewhere = { sandbox: "../sandbox/server.ts", bench: "../testing/bench/bench.ts" };
const script = new URL(elsewhere[command] ?? `./${command}.ts`, import.meta.url);
if (!/^[a-z-]+$/.test(command) || (command !== "build" && !existsSync(script))) {
  console.error(`There is no command "${command}". Commands: ${Object.keys(needs).join(", ")}.`);
  process.exit(1);
}

// Tests must not see the credentials in a developer's .env.
const envFile = process.env.ENV_FILE ?? ".env";
if (command !== "test" && command !== "validate" && envFile !== "" && existsSync(envFile))
  process.loadEnvFile(envFile);

// A process whose parent was killed (start, or npm) shuts down gracefully.
const endMyself = () => process.kill(process.pid, "SIGTERM");
if (process.channel) {
  process.on("disconnect", endMyself);
  process.channel.unref();
} else if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const watch = setInterval(
    () => process.ppid !== parent && (clearInterval(watch), endMyself()),
    1000,
  );
  watch.unref();
}

if (command === "test" && process.env.BOOT_PREPARED !== "1") {
  const { needsOpenApiTools, provideTools, toolsFor } = await import("./test-tools.mjs");
  const { readTestWords } = await import("./test-words.mjs");
  const words = readTestWords(process.argv.slice(3));
  provideTools(toolsFor(words), console.log);
  if (needsOpenApiTools(words)) needs.test.push("openapi-tools");
}

if (process.env.BOOT_PREPARED !== "1" && !(await prepare(needs[command] ?? []))) {
  if (command === "test") console.log("0 passed, 1 failed"); // the promised last line, even on a crash
  process.exit(1);
}

if (command === "build") {
  console.log("Everything is built.");
} else {
  const { register } = await import("tsx/esm/api");
  register();
  process.argv.splice(1, 2, fileURLToPath(script));
  try {
    await import(pathToFileURL(process.argv[1]).href);
  } catch (error) {
    // Errors that the user can fix are printed without a stack.
    console.error(error?.name === "PlainError" ? error.message : error);
    process.exit(1);
  }
}

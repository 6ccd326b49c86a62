import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { parse } from "yaml";

// Checks the environment that operations.md's set-up gives each process: `.env` is `.env.example`
// with the documented lines filled in.

type Settings = Record<string, string>;

const FILLED: Settings = {
  POSTGRES_PASSWORD: "a/b+c@d:e#f",
  ENCRYPTION_KEY: Buffer.alloc(32, "compose").toString("base64"),
  BASE_URL: "https://bookings.example.com",
  EMAIL_DRIVER: "smtp",
  EMAIL_FROM: "desk@example.com",
  SMTP_URL: "smtp://mail.example.com:587",
  TRUST_PROXY: "uniquelocal",
};
const example = Object.fromEntries(
  readFileSync(".env.example", "utf8")
    .split("\n")
    .flatMap((line) => /^([A-Z0-9_]+)=(.*)$/.exec(line)?.slice(1, 3) ?? [])
    .reduce<[string, string][]>(
      (pairs, text, index, all) => (index % 2 ? pairs : [...pairs, [text, all[index + 1]!]]),
      [],
    ),
);
const dotEnv: Settings = { ...example, ...FILLED };

interface Service {
  environment: Settings;
  env_file?: string;
  ports?: string[];
}
const compose = parse(readFileSync("compose.yaml", "utf8"), { merge: true }) as {
  services: Record<string, Service>;
};

/** Expands `${NAME:?words}` as docker compose does; throws the words if the variable is missing. */
function expandVariables(text: string, from: Settings): string {
  return text.replace(/\$\{(\w+):\?([^}]*)\}/g, (_, name: string, message: string) => {
    if (!from[name]) throw new Error(`${name}: ${message}`);
    return from[name];
  });
}

/** A service's environment: defaults of the image, then the file, then compose.yaml. */
function settingsOf(name: string, file: Settings): Settings {
  const image = /^ENV (.+)$/m.exec(readFileSync("Dockerfile", "utf8"))![1]!; // the image has one such line
  const fromImage = Object.fromEntries(
    image.split(" ").map((pair) => pair.split("=") as [string, string]),
  );
  const service = compose.services[name]!; // one of compose.yaml's
  const overrides = Object.entries(service.environment).map(([key, value]) => [
    key,
    expandVariables(String(value), file),
  ]);
  return {
    ...fromImage,
    ...(service.env_file === undefined ? {} : file),
    ...Object.fromEntries(overrides),
  };
}

async function readWith(settings: Settings) {
  for (const name of Object.keys(process.env)) if (name in example) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  return (await import("~/lib/env.server")).env;
}
afterEach(() => void vi.unstubAllEnvs());

test("compose.yaml's web process is reachable from outside its container, in production mode", async () => {
  const settings = settingsOf("web", dotEnv);
  const env = await readWith(settings);
  expect(env).toMatchObject({
    NODE_ENV: "production",
    HOST: "0.0.0.0",
    PORT: 3000,
    BASE_URL: FILLED.BASE_URL,
  });
  expect(compose.services.web?.ports).toEqual(["127.0.0.1:3000:3000", "127.0.0.1:9464:9464"]);
  expect(new URL(env.DATABASE_URL).host).toBe("postgres:5432");
  // A password may contain characters that a URL may not.
  expect(settings.PGPASSWORD).toBe(FILLED.POSTGRES_PASSWORD);
  expect(settingsOf("postgres", dotEnv).POSTGRES_PASSWORD).toBe(FILLED.POSTGRES_PASSWORD);
});

test("the worker runs in production mode and its health check uses the right port", async () => {
  const settings = settingsOf("worker", dotEnv);
  const env = await readWith(settings);
  expect(env).toMatchObject({ NODE_ENV: "production", METRICS_PORT: 9464 });
  expect(settings.HEALTH_URL).toBe(`http://127.0.0.1:${env.METRICS_PORT}/healthz`);
  // Metrics are reachable from outside the container, but only from this machine.
  expect(env.METRICS_HOST).toBe("0.0.0.0");
  expect(compose.services.worker?.ports).toEqual([`127.0.0.1:9465:${env.METRICS_PORT}`]);
});

test.each(["POSTGRES_PASSWORD", "ENCRYPTION_KEY"])(
  "compose refuses to start without %s",
  (name) => {
    expect(() => settingsOf("web", { ...dotEnv, [name]: "" })).toThrow(`${name}: set it in .env`);
    expect(name in example).toBe(true);
  },
);

test("the systemd unit keeps NODE_ENV=production, whatever .env says", async () => {
  const unit = /```ini\n([\s\S]*?)```/.exec(readFileSync("app/docs/operations.md", "utf8"))![1]!; // the page has one
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  expect(value("EnvironmentFile")).toBe("/srv/booking/.env");
  // systemd.exec(5): settings of EnvironmentFile override those of Environment; env(1) in front of
  // the program overrides both.
  const named = Object.fromEntries([value("Environment").split("=") as [string, string]]);
  const message = value("ExecStart").split(" ");
  const inFront = message
    .filter((word) => /^[A-Z_]+=/.test(word))
    .map((word) => word.split("=") as [string, string]);
  const env = await readWith({
    ...named,
    ...dotEnv,
    DATABASE_URL: "postgresql://booking@127.0.0.1/booking",
    ...Object.fromEntries(inFront),
  });
  expect(env.NODE_ENV).toBe("production");
  expect(message.at(-1)).toBe("web");
});

import { z } from "zod";

const flag = z.enum(["on", "off"]);
const list = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );

/** Every variable the product reads; `.env.example` has a line for each. All problems are listed at once, at boot. */
const Env = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(20),
    HOST: z.string().default("127.0.0.1"),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    BASE_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:3000"),
    DATA_DIR: z.string().default(".data"),
    EMAIL_DRIVER: z.enum(["outbox"]).default("outbox"),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
    ENCRYPTION_KEY: z
      .base64()
      .refine((value) => Buffer.from(value, "base64").length === 32, "must be 32 bytes in base64"),
    TRUST_PROXY: list,
    RATE_LIMITS: flag.default("on"),
    WEBHOOK_ALLOW_HOSTS: list,
    DEMO: z.enum(["1", "0"]).default("0"),
    DEMO_SIGN_IN_TOKEN: z.string().min(16).optional(),
    SANDBOX_URL: z.string().optional(),
    HOST_PAGE_URL: z.string().optional(),
  })
  .superRefine((env, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (env.NODE_ENV !== "production") return;
    if (!env.BASE_URL.startsWith("https:")) refuse("BASE_URL", "must be https in production");
    if (env.RATE_LIMITS === "off") refuse("RATE_LIMITS", "cannot be off in production");
    if (env.WEBHOOK_ALLOW_HOSTS.length > 0) refuse("WEBHOOK_ALLOW_HOSTS", "is for development only");
    if (env.DEMO === "1") refuse("DEMO", "is for development only");
  });

function readEnv() {
  // An empty line in a .env file means "not set".
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const result = Env.safeParse(given);
  if (result.success) return { ...result.data, BASE_URL: new URL(result.data.BASE_URL).origin };
  const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The environment cannot be used:\n${lines.join("\n")}\n(.env.example explains each name.)`);
}

export const env = readEnv();
export const isProduction = env.NODE_ENV === "production";
export const isHttps = env.BASE_URL.startsWith("https:");

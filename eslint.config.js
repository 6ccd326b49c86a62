import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/**
 * The import rule: what each room may import besides npm packages and itself. `~/room` is app/room.
 * Unlisted rooms may import anything. A test keeps the table in app/README.md equal.
 */
export const rooms = {
  contract: [],
  lib: ["contract/errors"],
  i18n: [],
  domain: [
    "contract",
    "lib",
    "i18n",
    "adapters/*/port",
    "adapters/registry.server",
    "jobs/queue.server",
  ],
  adapters: ["lib", "contract"],
  jobs: ["domain", "lib", "contract"],
  http: [
    "contract",
    "lib",
    "i18n",
    "domain/identity",
    "domain/api-keys",
    "domain/sign-in",
    "domain/tenants",
    "domain/users",
    "adapters/registry.server",
    "adapters/*/port",
  ],
  docs: ["contract", "domain", "http", "lib"],
  api: ["http", "contract", "domain", "lib", "i18n"],
  pages: ["http", "contract", "domain", "docs", "ui", "lib", "i18n"],
  ui: ["contract", "domain", "lib", "i18n"],
};

const all = [
  "contract",
  "lib",
  "i18n",
  "domain",
  "adapters",
  "jobs",
  "http",
  "docs",
  "api",
  "pages",
  "ui",
  "sandbox",
  "testing",
  "commands",
];
const escape = (text) => text.replace(/[.$]/g, "\\$&").replace("*", "[^/]+");

/** `files`: a part of the room with additional restrictions `more`. */
function mayImport(room, allowed, files = `app/${room}/**/*.{ts,tsx}`, more = []) {
  const others = all.filter((other) => other !== room);
  const exceptions = allowed.map((path) => `~/${escape(path)}(/|$)`).join("|") || "$^";
  return {
    files: [files],
    ignores: ["**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: `^(?!${exceptions})~/(${others.join("|")})(/|$)`,
              message: `${room} may import ${allowed.join(", ") || "npm packages"} only.`,
            },
            ...(extra[room] ?? []),
            ...more,
          ],
        },
      ],
    },
  };
}

const noPrisma = {
  regex: "prisma/generated|@prisma/|^pg$|~/lib/db\\.server",
  message: "The database belongs to domain.",
};
const noOtherPage = {
  regex: "^~/pages/|/(route|layout)$",
  message: "A page never imports another page; what several pages use is in ui.",
};
const extra = {
  contract: [{ regex: "^(?!zod|\\./)", message: "The contract is pure: zod and itself." }],
  http: [noPrisma],
  docs: [noPrisma],
  api: [noPrisma],
  pages: [noPrisma, noOtherPage],
  ui: [{ regex: "\\.server$", message: "The browser gets no server code." }],
};

const noOtherClock = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: "Read lib/clock.ts.",
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "Read lib/clock.ts.",
  },
];

const SQL_FILES = ["**/*.sql.ts", "**/*.sql.server.ts"];
const ELSEWHERE =
  "SQL that is written by hand stands in a file *.sql.server.ts, behind a function with a name.";
const noRawPrisma = ["$queryRaw", "$queryRawUnsafe", "$executeRaw", "$executeRawUnsafe"].map(
  (property) => ({
    property,
    message:
      "Send a statement of sql-template-tag by .query, within a transaction of lib/db.server.ts.",
  }),
);
const noPrismaTransaction = {
  property: "$transaction",
  message: "Use prismaTransaction of lib/db.server.ts: it ends with the call's commit mark.",
};
const noQuery = ["db", "pool", "bulkPool", "heavyPool", "healthPool"].map((object) => ({
  object,
  property: "query",
  message: ELSEWHERE,
}));

export default tseslint.config(
  {
    ignores: [
      "build/",
      "public/widget/",
      "widget-element/dist/",
      "prisma/generated/",
      ".data/",
      "node_modules/",
      "test-results/",
      "app/docs/samples/", // other people's programs: they read their own clock and settings
    ],
  },
  ...tseslint.configs.recommended,
  {
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
    },
  },
  {
    files: ["app/**/*.tsx"],
    plugins: { "react-hooks": reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ["app/commands/**", "app/testing/**", "widget-element/build.ts", "e2e/**"],
    rules: { "no-console": "off" },
  },
  // Time and environment are each read in one place only.
  {
    files: ["app/{contract,domain,http,api,pages,jobs,adapters}/**/*.{ts,tsx}"],
    ignores: ["**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: "Read lib/env.server.ts.",
        },
        ...noOtherClock,
      ],
    },
  },
  // Factories and the demo must use the clock that tests set.
  {
    files: ["prisma/**/*.ts", "app/testing/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: { "no-restricted-syntax": ["error", ...noOtherClock] },
  },
  // Two ways to query: Prisma's client for plain rows, and SQL in files named *.sql.*.
  {
    files: ["app/**/*.{ts,tsx}"],
    ignores: ["**/*.test.{ts,tsx}", "app/lib/db.server.ts"],
    rules: { "no-restricted-properties": ["error", ...noRawPrisma, noPrismaTransaction] },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    ignores: [
      ...SQL_FILES,
      "**/*.test.{ts,tsx}",
      "app/{testing,commands}/**",
      "app/lib/db*.ts",
      "app/jobs/queue.server.ts", // passes on what pg-boss writes
    ],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        { paths: [{ name: "sql-template-tag", message: ELSEWHERE }] },
      ],
      "no-restricted-properties": ["error", ...noRawPrisma, noPrismaTransaction, ...noQuery],
    },
  },
  ...Object.entries(rooms).map(([room, allowed]) => mayImport(room, allowed)),
  // The pages of one noun (pages/dashboard/bookings and below) may import from their folder only.
  ...["*", "*/*", "*/*/*", "*/*/*/*"].map((below, depth) =>
    mayImport("pages", rooms.pages, `app/pages/*/${below}/*.{ts,tsx}`, [
      { regex: `^(\\.\\./){${depth + 1}}`, message: noOtherPage.message },
    ]),
  ),
);

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { requestFields } from "./contract-fields";

// An input field that nothing reads is a broken promise. A field counts as read if a file reachable
// from the operation's handler names it: as a property, in a destructuring, or in SQL and lists of
// names. Columns may also be stored unnamed.

const app = fileURLToPath(new URL("..", import.meta.url));

interface SourceFacts {
  imports: string[];
  reads: Set<string>;
}

const factsOf = new Map<string, SourceFacts>();
function read(file: string): SourceFacts {
  const known = factsOf.get(file);
  if (known) return known;
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const facts: SourceFacts = { imports: [], reads: new Set() };
  const words = (text: string) =>
    (text.match(/\w+/g) ?? []).forEach((word) => facts.reads.add(word));
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const from = node.moduleSpecifier;
      if (from && ts.isStringLiteral(from)) facts.imports.push(from.text);
      return;
    }
    if (ts.isPropertyAccessExpression(node)) facts.reads.add(node.name.text);
    if (ts.isBindingElement(node)) words((node.propertyName ?? node.name).getText());
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      words(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  factsOf.set(file, facts);
  return facts;
}

function fileOf(from: string, specifier: string): string | null {
  const base = specifier.startsWith("~/")
    ? join(app, specifier.slice(2))
    : resolve(dirname(from), specifier);
  if (!specifier.startsWith("~/") && !specifier.startsWith(".")) return null;
  return (
    [`${base}.ts`, `${base}.tsx`, join(base, "index.ts")].find((file) => existsSync(file)) ?? null
  );
}

/** Names read in these files and their imports, without the contract itself. */
function readsFrom(files: string[]): Set<string> {
  const reads = new Set<string>();
  const seen = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file) || file.startsWith(join(app, "contract")) || file.includes("/generated/"))
      return;
    seen.add(file);
    const facts = read(file);
    facts.reads.forEach((name) => reads.add(name));
    for (const specifier of facts.imports) {
      const next = fileOf(file, specifier);
      if (next) follow(next);
    }
  };
  files.forEach(follow);
  return reads;
}

/** Names read by the handler of `bookings.create` in api/bookings.ts and the functions it calls. */
function readsOfHandler(operation: string): Set<string> {
  const [noun, verb] = operation.split(".") as [string, string];
  const file = join(
    app,
    `api/${noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
  );
  const text = readFileSync(file, "utf8");
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const helpers = statements.filter(
    (statement) => !ts.isImportDeclaration(statement) && !ts.isExportAssignment(statement),
  );
  const bound = statements.filter(ts.isExportAssignment).flatMap(({ expression }) => {
    const [, handlers] = (expression as ts.CallExpression).arguments;
    return (handlers as ts.ObjectLiteralExpression).properties.filter(
      (property) => property.name?.getText() === verb,
    );
  });
  expect(bound, operation).toHaveLength(1);
  const words = new Set(
    [...helpers, ...bound].flatMap((node) => node.getText().match(/\w+/g) ?? []),
  );
  const called = statements.filter(ts.isImportDeclaration).flatMap((statement) => {
    const names = statement.importClause?.getText().match(/\w+/g) ?? [];
    const from = fileOf(file, (statement.moduleSpecifier as ts.StringLiteral).text);
    return from !== null && names.some((name) => words.has(name)) ? [from] : [];
  });
  return new Set([...words, ...readsFrom(called)]);
}

/** Columns that may be stored by a spread without being named. */
const columns = new Set(
  readFileSync(join(app, "../prisma/schema.prisma"), "utf8")
    .match(/^ {2}\w+/gm)
    ?.map((line) => line.trim()),
);

/** Stored as one JSON value; its parts may be read anywhere in the product. */
const storedWhole =
  /^(schedules|onboarding).*\.(questions|resource_terms|addons|card_on_file|course)\b|^tenant.update body\.(address|policy)\b|^email.updatePreferences |^widgetConfigs\./;
/** Returned as stored, and read by the widget. */
const forTheWidget = /^widgetConfigs\.\w+ body\.branding\.|\.questions\.\[\]\.hint$/;

/** Accepted but intentionally not read. */
const exceptions = new Set([
  // Validated by the schema alone.
  "account.delete body.confirm_phrase",
  // Stored whole, for the pages that they configure.
  ...["calendar.view", "calendar.colour", "shortcuts", "language"].map(
    (field) => `users.updatePreferences body.${field}`,
  ),
  // No effect: refunds here are not implemented yet.
  "bookings.changeStatus body.refund",
  "bookings.changeStatus body.refund.mode",
  "bookings.changeStatus body.refund.amount",
]);

/** Names read anywhere in the product. */
function readsOfProduct(): Set<string> {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
    (name) =>
      /^(domain|http|jobs|api|pages|ui)\/.*\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  return new Set(files.flatMap((name) => [...read(join(app, name)).reads]));
}

test("every input field of the contract is read", () => {
  const anywhere = readsOfProduct();
  const reachable = new Map<string, Set<string>>();
  const fields = requestFields().filter(({ path }) => path.at(-1) !== "[]");
  const unread = fields.flatMap(({ operation, place, path }) => {
    const name = path.at(-1)!; // paths are not empty
    if (!reachable.has(operation)) reachable.set(operation, readsOfHandler(operation));
    const field = `${operation} ${place}.${path.join(".")}`;
    const reads = storedWhole.test(field) ? anywhere : reachable.get(operation)!; // set above
    return reads.has(name) || columns.has(name) || forTheWidget.test(field) ? [] : [field];
  });
  expect(fields.length).toBeGreaterThan(300);
  expect([...new Set(unread)].filter((field) => !exceptions.has(field))).toEqual([]);
});

import { tablesOf } from "../lib/tables";
import { clusterOffences } from "./cluster-rules";
import { blockAround, withoutLiterals } from "./sql-text";

const names = (kind: "tenant" | "directory") => tablesOf(kind).join("|");
const NO_ALIAS =
  "where|set|on|join|left|right|inner|cross|full|using|order|group|limit|returning|for|union|values|select|default|natural|do|tablesample";
const TABLE = `(?:"?public"?\\.)?"?(${names("tenant")})"?(?![\\w.])(?:\\s+as)?(?:\\s+"?((?!(?:${NO_ALIAS})\\b)\\w+)"?)?`;
const REFERENCE = new RegExp(
  `(?:\\b(?:from|join|update|using|only)\\s+(?:lateral\\s+)?|(?<=\\bfrom\\s[^()]*),\\s*)${TABLE}`,
  "gi",
);
const INSERT = new RegExp(
  `\\binsert\\s+into\\s+(?:"?public"?\\.)?"?(${names("tenant")})"?(?:\\s+as\\s+\\w+)?\\s*\\(([^)]*)\\)`,
  "gi",
);
/** Compared to a value; to null where Prisma reads what belongs to no row, which finds nothing. */
const BOUND =
  /"?tenant_id"?\s*(,[^()]*\)\s*)?(=|in\b)\s*(\(*\s*(?:\$\d|null\b)|any\s*\(|\(?\s*select\b)|\$\d+(::uuid)?\s*=\s*[\w."]*tenant_id/i;

/** What a statement does that a cluster cannot run, a sentence each; empty: nothing. */
export function brokenRules(statement: string): string[] {
  const text = withoutLiterals(statement);
  return [...tenantRule(text), ...selectRules(text), ...clusterOffences(text)];
}

/** Every tenant table names its tenant, by a value or through a table that does. */
function tenantRule(text: string): string[] {
  const broken: string[] = [];
  const references = [...text.matchAll(REFERENCE)];
  for (const match of references) {
    const [, table = "", alias] = match;
    if (!namesTenant(blockAround(text, match.index), table, alias))
      broken.push(`${table} without tenant_id =`);
  }
  for (const [, table = "", columns = ""] of text.matchAll(INSERT))
    if (!/\btenant_id\b/.test(columns)) broken.push(`insert into ${table} without tenant_id`);
  if (
    references.length > 0 &&
    broken.length === 0 &&
    !BOUND.test(text) &&
    !/\btenant_id\b[^;]*\bfrom\s+(json|unnest)/i.test(text)
  )
    broken.push(`${references[0]![1]}: no tenant is named`);
  return [...new Set(broken)];
}

/** `tenant_id` of this table compared to something, on either side, alone or in a row of columns. */
function namesTenant(block: string, table: string, alias: string | undefined): boolean {
  const column = `(?:"?public"?\\.)?(?:"?(?:${alias ?? table}|${table})"?\\.)`;
  const own = `${column}"?tenant_id"?`;
  const bare = `(?<![.\\w"])"?tenant_id"?`;
  const compared = (name: string) =>
    new RegExp(
      `${name}\\s*(=|in\\b)|=\\s*${name}|\\(\\s*${name}\\s*,[^()]*\\)\\s*(=|in\\b)|(=|\\bin)\\s*\\(\\s*${name}\\s*,`,
      "i",
    ).test(block);
  return compared(own) || compared(bare) || /\busing\s*\(\s*tenant_id\b/i.test(block);
}

function selectRules(text: string): string[] {
  const touches = new RegExp(
    `\\b(from|join|update|into|using)\\s+"?(${names("tenant")})"?\\b`,
    "i",
  ).test(text);
  if (!touches) return [];
  const broken: string[] = [];
  if (/\bxmax\b/i.test(text)) broken.push("xmax");
  if (/\bctid\b/i.test(text)) broken.push("ctid");
  if (/\bwith\s+recursive\b/i.test(text)) broken.push("a recursive query");
  if (
    new RegExp(
      `\\b(from|join)\\s+"?(${names("directory")})"?[^()]*\\blateral\\s*\\([^;]*\\blimit\\b`,
      "i",
    ).test(text)
  )
    broken.push("LATERAL … LIMIT against a directory table");
  return broken;
}

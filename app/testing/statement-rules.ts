import { tablesOf } from "../lib/tables";

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
  return [...tenantRule(text), ...clusterRules(text)];
}

/** Every tenant table names its tenant, by a value or through a table that does. */
function tenantRule(text: string): string[] {
  const broken: string[] = [];
  const references = [...text.matchAll(REFERENCE)];
  for (const match of references) {
    const [, table = "", alias] = match;
    if (!namesTenant(blockAround(text, match.index), table, alias)) broken.push(`${table} without tenant_id =`);
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

/** The text of the innermost pair of brackets around a place (all of it where there is none), cut at the words of set operations. */
function blockAround(text: string, place: number): string {
  let depth = 0;
  let start = place;
  while (start > 0 && depth >= 0) {
    start -= 1;
    if (text[start] === ")") depth += 1;
    else if (text[start] === "(") depth -= 1;
  }
  return withinSetOperation(text.slice(start, endOfBlock(text, place)), place - start);
}

/** The place after the bracket that closes the block around `place`. */
function endOfBlock(text: string, place: number): number {
  let depth = 0;
  let end = place;
  for (; end < text.length && depth >= 0; end++) {
    if (text[end] === "(") depth += 1;
    else if (text[end] === ")") depth -= 1;
  }
  return end;
}

function withinSetOperation(block: string, place: number): string {
  let depth = 0;
  let from = 0;
  for (const match of block.matchAll(/[()]|\bunion\b|\bintersect\b|\bexcept\b/gi)) {
    if (match[0] === "(") depth += 1;
    else if (match[0] === ")") depth -= 1;
    else if (depth <= (block.startsWith("(") ? 1 : 0)) {
      if (match.index > place) return block.slice(from, match.index);
      from = match.index;
    }
  }
  return block.slice(from);
}

const VOLATILE = /\b(clock_timestamp|random|gen_random_uuid|timeofday|nextval|statement_timestamp)\s*\(/i;

function clusterRules(text: string): string[] {
  const touches = new RegExp(`\\b(from|join|update|into|using)\\s+"?(${names("tenant")})"?\\b`, "i").test(text);
  if (!touches) return [];
  const broken: string[] = [];
  if (/\bxmax\b/i.test(text)) broken.push("xmax");
  if (/\bctid\b/i.test(text)) broken.push("ctid");
  if (/\bwith\s+recursive\b/i.test(text)) broken.push("a recursive query");
  for (const match of text.matchAll(/\breturning\b/gi)) {
    if (VOLATILE.test(text.slice(match.index, endOfBlock(text, match.index))))
      broken.push("a volatile function in RETURNING");
  }
  for (const match of text.matchAll(/\bon\s+conflict\b[^;]*?\bdo\s+update\b/gi)) {
    const rest = text.slice(match.index + match[0].length, endOfBlock(text, match.index));
    if (/\bwhere\b[^;]*\(\s*select\b/i.test(rest.split(/\breturning\b/i)[0] ?? ""))
      broken.push("a sub-query in ON CONFLICT DO UPDATE WHERE");
  }
  if (
    new RegExp(`\\b(from|join)\\s+"?(${names("directory")})"?[^()]*\\blateral\\s*\\([^;]*\\blimit\\b`, "i").test(text)
  )
    broken.push("LATERAL … LIMIT against a directory table");
  return [...new Set(broken)];
}

/** Without comments and the content of strings: words in them are no tables. */
function withoutLiterals(statement: string): string {
  return statement
    .replace(/--[^\n]*/g, " ")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, " ");
}

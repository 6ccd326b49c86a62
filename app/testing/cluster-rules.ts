import { readdirSync, readFileSync } from "node:fs";
import { tablesOf } from "../lib/tables";
import { endOfBlock, blockAround } from "./sql-text";

// What Citus refuses of a statement whose tenant is named: seen on Citus 13.0.4 (app/docs/growth.md, "What a cluster refuses"), and read in its
// planner (multi_router_planner.c: ModifyQuerySupported, MasterIrreducibleExpression).

const names = (...kinds: ("tenant" | "directory" | "local")[]) => kinds.flatMap(tablesOf).join("|");
const PLACED = names("tenant", "directory");
const VOLATILE = /\b(clock_timestamp|random|gen_random_uuid|timeofday|nextval)\s*\(/i;
/** `now` and its kin are the same in a whole statement, but not for ever: Citus counts them with what depends on settings of the session. */
const STABLE =
  /\b(now|statement_timestamp|transaction_timestamp|to_char|date_trunc|date_part|age|concat|concat_ws|format|array_to_string|to_json|to_jsonb|json_build_object|jsonb_build_object|row_to_json|array_to_json)\s*\(|\b(current_date|current_timestamp|localtimestamp)\b/i;
/** Stable functions whose arguments are columns are told from those of a value by what stands in their brackets. */
const STABLE_OF_COLUMN =
  /\b(to_char|date_trunc|date_part|age|concat|concat_ws|format|array_to_string|to_json|to_jsonb|json_build_object|jsonb_build_object|row_to_json|array_to_json)\s*\(/gi;
const COLUMN =
  /(?<![\w$.:'"])(?!null\b|true\b|false\b|case\b|when\b|then\b|else\b|end\b|and\b|or\b|not\b|is\b|in\b)"?[a-z_]\w*"?(\s*\.\s*"?\w+"?)?(?!\s*\(|\w)/i;
/** timestamptz ± interval depends on the session's time zone: a column, an operator, and something of time. */
const COLUMN_AND_INTERVAL =
  /(?<![\w$.:'")])"?(?!(?:now|current_timestamp|moment)\b)[a-z_]\w*"?(\.\w+)?\s*[+-]\s*(?:[\w$.:()\s*]*\*\s*)?(?:interval\b|make_interval\s*\(|\$\d+::interval)/i;

type Rule = (text: string) => string[];

/** Functions of the database that read or write tables themselves. */
const READERS = findReaders();

const rules: Rule[] = [
  callsWithinStatements,
  modifications,
  conflicts,
  returned,
  untypedSelects,
  writesOfTwoTables,
  correlatedWithCte,
  localJoins,
  commands,
];

/** What a cluster refuses of this statement (without comments and the content of strings); each rule once. */
export function clusterOffences(text: string): string[] {
  return [...new Set(rules.flatMap((rule) => rule(text)))];
}

/** UPDATE and DELETE of a placed table: what is computed must be the same wherever and whenever it is computed. */
function modifications(text: string): string[] {
  const broken: string[] = [];
  for (const match of text.matchAll(
    new RegExp(
      `(?<!\\bdo )(?<!\\bfor )(?<!\\bno key )\\b(update|delete\\s+from)\\s+(?:only\\s+)?"?(?:public"?\\."?)?(${PLACED})"?(?=\\s)`,
      "gi",
    ),
  )) {
    const block = blockAround(text, match.index);
    const start = block.indexOf(match[0]);
    const own = block
      .slice(start + match[0].length, endOfBlock(block, start))
      .split(/\breturning\b/i)[0]!;
    const outer = withoutSubqueries(own);
    if (VOLATILE.test(own)) broken.push("a volatile function in UPDATE or DELETE");
    if (hasStableOfColumn(outer)) broken.push("a stable function of a column in UPDATE or DELETE");
    if (conditionals(outer).some((part) => STABLE.test(part) || VOLATILE.test(part)))
      broken.push("a stable function in CASE or COALESCE of UPDATE or DELETE");
  }
  return broken;
}

function hasStableOfColumn(text: string): boolean {
  if (COLUMN_AND_INTERVAL.test(text)) return true;
  return [...text.matchAll(STABLE_OF_COLUMN)].some((match) => {
    const inside = text.slice(
      match.index + match[0].length,
      endOfBlock(text, match.index + match[0].length),
    );
    return COLUMN.test(inside.replace(/::\s*\w+(\[\])?/g, ""));
  });
}

/** The texts of CASE … END and COALESCE(…). */
function conditionals(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/\bcoalesce\s*\(|\bcase\b/gi)) {
    const rest = text.slice(match.index + match[0].length);
    found.push(
      match[0].toLowerCase() === "case"
        ? rest.split(/\bend\b/i)[0]!
        : rest.slice(0, endOfBlock(rest, 0)),
    );
  }
  return found;
}

/** ON CONFLICT DO UPDATE takes immutable functions alone, in SET and in WHERE. */
function conflicts(text: string): string[] {
  return [...text.matchAll(/\bon\s+conflict\b[^;]*?\bdo\s+update\b/gi)].flatMap((match) => {
    if (
      !new RegExp(`\\binsert\\s+into\\s+"?(?:public"?\\."?)?(${PLACED})\\b`, "i").test(
        text.slice(0, match.index),
      )
    )
      return [];
    const rest = text
      .slice(match.index + match[0].length, endOfBlock(text, match.index))
      .split(/\breturning\b/i)[0]!;
    const broken: string[] = [];
    if (STABLE.test(rest) || VOLATILE.test(rest))
      broken.push("a function that is not immutable in ON CONFLICT DO UPDATE");
    if (/\bwhere\b[^;]*\(\s*select\b/i.test(rest))
      broken.push("a sub-query in ON CONFLICT DO UPDATE WHERE");
    return broken;
  });
}

function returned(text: string): string[] {
  return [...text.matchAll(/\breturning\b/gi)].flatMap((match) => {
    const rest = text.slice(match.index, endOfBlock(text, match.index));
    return VOLATILE.test(rest) || STABLE.test(rest) || COLUMN_AND_INTERVAL.test(rest)
      ? ["a function that is not immutable in RETURNING"]
      : [];
  });
}

/** Of `insert … select $1, …` Citus sends the select alone, where nothing says what $1 is. */
function untypedSelects(text: string): string[] {
  return [
    ...text.matchAll(
      new RegExp(
        `\\binsert\\s+into\\s+"?(?:public"?\\."?)?(?:${PLACED})"?(?:\\s+as\\s+\\w+)?\\s*\\([^)]*\\)\\s*select\\b`,
        "gi",
      ),
    ),
  ].flatMap((match) => {
    const rest = text.slice(match.index + match[0].length, endOfBlock(text, match.index));
    const list = topLevel(rest).split(
      /\bfrom\b|\bwhere\b|\bon\s+conflict\b|\breturning\b|\bunion\b/i,
    )[0]!;
    const isBare = list.split(",").some((item) => /^\s*\$\d+(\s+as\s+\w+)?\s*$/i.test(item));
    return isBare ? ["a parameter without a type in INSERT … SELECT"] : [];
  });
}

/** Parts of one statement that write to two tables are run one after the other and hand on rows in a form that the next one cannot read. */
function writesOfTwoTables(text: string): string[] {
  if (!/^\s*with\b/i.test(text)) return [];
  const written = [
    ...text.matchAll(
      new RegExp(
        `(?<!\\bdo )(?<!\\bfor )(?<!\\bno key )\\b(?:insert\\s+into|update|delete\\s+from)\\s+"?(?:public"?\\."?)?(${PLACED})"?(?=[\\s(])`,
        "gi",
      ),
    ),
  ].map(([, table = ""]) => table.toLowerCase());
  return new Set(written).size > 1 ? ["writes of two tables in one statement"] : [];
}

/** A sub-query on a table of the directory may not use the columns of a CTE that the select reads from. */
function correlatedWithCte(text: string): string[] {
  const ctes = [
    ...text.matchAll(
      /(?:\bwith\s+(?:recursive\s+)?|,\s*)(\w+)(?:\s*\([^()]*\))?\s+as\s+(?:(?:not\s+)?materialized\s*)?\(/gi,
    ),
  ].map(([, name = ""]) => name);
  for (const name of new Set(ctes))
    for (const match of text.matchAll(
      new RegExp(
        `\\b(?:from|join)\\s+${name}\\b(?:\\s+(?:as\\s+)?(?!on\\b|where\\b|join\\b|left\\b|order\\b|group\\b|limit\\b|cross\\b|full\\b|using\\b)(\\w+))?`,
        "gi",
      ),
    )) {
      const alias = match[1] ?? name;
      const block = blockAround(text, match.index);
      const reads = new RegExp(
        `\\(\\s*select\\b[^;]*?\\bfrom\\s+"?(?:${names("directory")})\\b[^;]*?\\b${alias}\\.\\w+`,
        "i",
      );
      if (subqueriesOf(block.slice(1)).some((inner) => reads.test(inner)))
        return ["a sub-query that uses columns of a CTE"];
    }
  return [];
}

/** A function that has statements of its own is called alone: within a statement a node would have to ask the cluster from inside a shard. */
function callsWithinStatements(text: string): string[] {
  return [...text.matchAll(READERS)].flatMap((match) => {
    const around = blockAround(text, match.index);
    const reads = new RegExp(
      `\\b(?:from|join|update|into|using)\\s+"?(?:public"?\\."?)?(?:${PLACED})"?(?![\\w.])`,
      "i",
    );
    return reads.test(around) ? [`${match[1]!.toLowerCase()}() within a statement on a table`] : [];
  });
}

function findReaders(): RegExp {
  const root = new URL("../domain/", import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".sql"),
  );
  const functions = files.flatMap((name) =>
    readFileSync(new URL(name.replaceAll("\\", "/"), root), "utf8")
      .split(/(?=\bcreate or replace function\b)/i)
      .slice(1),
  );
  const reads = new RegExp(
    `\\b(?:from|join|update|into)\\s+(?:${PLACED})\\b|\\block_resource\\b`,
    "i",
  );
  const names = functions
    .filter((text) => reads.test(text))
    .map((text) => /function\s+(\w+)/i.exec(text)![1]!);
  return new RegExp(`(?<!function )(?<!from )(?<!perform )\\b(${names.join("|")})\\s*\\(`, "gi");
}

/** The coordinator keeps its own tables and the job queue; a statement reads those, or what is spread, never both. */
function localJoins(text: string): string[] {
  const isLocal = new RegExp(
    `\\b(?:from|join|update|into|using)\\s+(?:pgboss\\.\\w+|"?(?:${names("local")})"?\\b)`,
    "i",
  ).test(text);
  const isSpread = new RegExp(
    `\\b(?:from|join|update|into|using)\\s+"?(?:public"?\\."?)?(?:${names("tenant")})"?(?![\\w.])`,
    "i",
  ).test(text);
  return isLocal && isSpread ? ["a table of the coordinator beside one of tenants"] : [];
}

function commands(text: string): string[] {
  return /;\s*\S/.test(text.replace(/\$(\w*)\$[^]*?\$\1\$/g, "''"))
    ? ["several commands in one message"]
    : [];
}

/** Without what stands in brackets. */
function topLevel(text: string): string {
  let flat = text;
  for (let before = ""; before !== flat;) {
    before = flat;
    flat = flat.replace(/\([^()]*\)/g, " ");
  }
  return flat;
}

function withoutSubqueries(text: string): string {
  let rest = text;
  for (const inner of subqueriesOf(text)) rest = rest.replace(inner, "()");
  return rest;
}

/** The sub-queries of a text, each with its brackets; those within another one are not listed. */
function subqueriesOf(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/\(\s*select\b/gi)) {
    if (found.length > 0 && match.index < text.indexOf(found.at(-1)!) + found.at(-1)!.length)
      continue;
    found.push(text.slice(match.index, endOfBlock(text, match.index + 1)));
  }
  return found;
}

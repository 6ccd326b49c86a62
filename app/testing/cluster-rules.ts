import { readdirSync, readFileSync } from "node:fs";
import { tablesOf } from "../lib/tables";
import {
  columnsIn,
  columnOf,
  fieldsNamed,
  isTree,
  type Level,
  levelsOf,
  OUTER,
  parseFunctions,
  type Parsed,
  type Relation,
  type Tree,
  treesOf,
} from "./sql-tree";

// Statements that Citus refuses although their tenant is named: observed on Citus 13.0.4 and 13.2.2
// (app/docs/growth.md, "What a cluster refuses"), and taken from its planner
// (multi_router_planner.c: ModifyQuerySupported, MasterIrreducibleExpression).

const tenantTables = new Set<string>(tablesOf("tenant"));
const directoryTables = new Set<string>(tablesOf("directory"));
const localTables = new Set<string>(tablesOf("local"));

const isTenant = ({ kind, name }: Relation) => kind === "table" && tenantTables.has(name);
const isDirectory = ({ kind, name }: Relation) => kind === "table" && directoryTables.has(name);
const isPlaced = (relation: Relation) => isTenant(relation) || isDirectory(relation);
const isLocal = ({ kind, name }: Relation) =>
  kind === "table" && (localTables.has(name) || name.startsWith("pgboss."));

const VOLATILE = new Set([
  "clock_timestamp",
  "random",
  "gen_random_uuid",
  "timeofday",
  "nextval",
  "set_config",
  "pg_advisory_xact_lock",
  "pg_try_advisory_xact_lock",
]);
/** Stable functions: now() and similar, and those whose result depends on session settings. */
const STABLE = new Set(
  `now statement_timestamp transaction_timestamp to_char to_timestamp date_trunc date_part age concat concat_ws format array_to_string to_json
   to_jsonb json_build_object jsonb_build_object row_to_json array_to_json json_agg jsonb_agg make_timestamptz`.split(
    /\s+/,
  ),
);

type Rule = (parsed: Parsed, levels: Level[]) => string[];

/** Database functions that read or write tables. */
const readers = findReaders();

const rules: Rule[] = [
  commands,
  callsWithinStatements,
  modifications,
  conflicts,
  returned,
  selectedIntoTables,
  writesOfTwoTables,
  correlatedWithCte,
  localJoins,
  subscripts,
  locks,
  selectsWithoutFrom,
];

/** The rules that this statement violates on a cluster, without duplicates. */
export function clusterOffences(parsed: Parsed, levels: Level[]): string[] {
  return [...new Set(rules.flatMap((rule) => rule(parsed, levels)))];
}

function commands({ tree }: Parsed): string[] {
  return tree.length > 1 ? ["several commands in one message"] : [];
}

/**
 * UPDATE and DELETE of a distributed table: expressions must have the same value on every node at
 * any time.
 */
function modifications({ variables }: Parsed, levels: Level[]): string[] {
  const broken: string[] = [];
  for (const { statement, target, node } of levels) {
    if (!target || !isPlaced(target) || (statement !== "update" && statement !== "delete"))
      continue;
    const { returningClause: _returned, withClause: _with, ...own } = node;
    if (calls(own, VOLATILE).length > 0) broken.push("a volatile function in UPDATE or DELETE");
    if (hasStableOfColumn(own, variables))
      broken.push("a stable function of a column in UPDATE or DELETE");
    const conditionals = fieldsNamed(own, ["CaseExpr", "CoalesceExpr"], OUTER);
    if (
      conditionals.some(
        (part) =>
          isUnstable(part) || intervalsOfColumn(part, variables) || joinsUntyped(part, variables),
      )
    )
      broken.push("a stable function in CASE or COALESCE of UPDATE or DELETE");
  }
  return broken;
}

const isUnstable = (node: unknown) =>
  calls(node, STABLE).length > 0 ||
  calls(node, VOLATILE).length > 0 ||
  fieldsNamed(node, ["SQLValueFunction"]).length > 0;

/** Calls of these functions, each as its FuncCall. */
function calls(node: unknown, names: ReadonlySet<string>, walk?: typeof OUTER): Tree[] {
  return fieldsNamed(node, ["FuncCall"], walk).filter((call) => names.has(nameOfCall(call)));
}

function nameOfCall({ funcname }: Tree): string {
  return operatorOf(funcname);
}

function hasStableOfColumn(node: Tree, variables: Parsed["variables"]): boolean {
  return (
    intervalsOfColumn(node, variables) ||
    calls(node, STABLE, OUTER).some(({ args }) => columnsIn(args, variables).length > 0)
  );
}

/** timestamptz ± interval depends on the session's time zone. */
function intervalsOfColumn(node: unknown, variables: Parsed["variables"]): boolean {
  return fieldsNamed(node, ["A_Expr"], OUTER).some(({ name, lexpr, rexpr }) => {
    if (!["+", "-"].includes(operatorOf(name))) return false;
    return isInterval(rexpr, variables) && columnsIn(lexpr, variables, OUTER).length > 0;
  });
}

function operatorOf(name: unknown): string {
  return String(fieldsNamed(name, ["String"]).at(-1)?.sval ?? "");
}

function isInterval(node: unknown, variables: Parsed["variables"]): boolean {
  if (!isTree(node)) return false;
  if (isTree(node.TypeCast))
    return operatorOf((node.TypeCast.typeName as Tree).names) === "interval";
  if (isTree(node.FuncCall)) return nameOfCall(node.FuncCall) === "make_interval";
  if (isTree(node.A_Expr))
    return isInterval(node.A_Expr.lexpr, variables) || isInterval(node.A_Expr.rexpr, variables);
  const names = columnOf(node);
  return names?.length === 1 && variables.get(names[0]!) === "interval";
}

/** `'x' || id` is stable unless the column is text: the cast must be explicit. */
function joinsUntyped(node: unknown, variables: Parsed["variables"]): boolean {
  return fieldsNamed(node, ["A_Expr"], OUTER).some(
    ({ name, lexpr, rexpr }) =>
      operatorOf(name) === "||" &&
      [lexpr, rexpr].some((side) => {
        const column = columnOf(side);
        return column !== undefined && !variables.has(column[0]!);
      }),
  );
}

/** ON CONFLICT DO UPDATE allows only immutable functions, in SET and in WHERE. */
function conflicts({ variables }: Parsed, levels: Level[]): string[] {
  return levels.flatMap(({ target, node }) => {
    const conflict = node.onConflictClause;
    if (!target || !isPlaced(target) || !isTree(conflict)) return [];
    const broken: string[] = [];
    const own = [conflict.targetList, conflict.whereClause];
    if (isUnstable(own) || intervalsOfColumn(own, variables))
      broken.push("a function that is not immutable in ON CONFLICT DO UPDATE");
    if (fieldsNamed(conflict.whereClause, ["SubLink"]).length > 0)
      broken.push("a sub-query in ON CONFLICT DO UPDATE WHERE");
    return broken;
  });
}

function returned({ variables }: Parsed, levels: Level[]): string[] {
  return levels.flatMap(({ target, node }) => {
    const list = node.returningClause ?? node.returningList;
    if (!target || !isPlaced(target) || list === undefined) return [];
    return isUnstable(list) || intervalsOfColumn(list, variables)
      ? ["a function that is not immutable in RETURNING"]
      : [];
  });
}

/**
 * Of `insert … select $1, …` Citus sends only the select, where a bare $1 has no type; neither has
 * a parameter reused in ON CONFLICT, even with a cast.
 */
function selectedIntoTables({ variables }: Parsed, levels: Level[]): string[] {
  return levels.flatMap(({ statement, target, node }) => {
    if (statement !== "insert" || !target || !isPlaced(target)) return [];
    const select = isTree(node.selectStmt) ? (node.selectStmt.SelectStmt as Tree) : undefined;
    if (select === undefined || treesOf(select.valuesLists).length > 0) return [];
    const broken: string[] = [];
    const list = armsOf(select).flatMap(({ targetList }) => treesOf(targetList));
    if (
      list.some(({ ResTarget }) => (((ResTarget as Tree).val as Tree) ?? {}).ParamRef !== undefined)
    )
      broken.push("a parameter without a type in INSERT … SELECT");
    const conflict = node.onConflictClause;
    const isParameter = (field: Tree) =>
      variables.has((columnOf({ ColumnRef: field }) ?? [""])[0]!);
    if (
      fieldsNamed(conflict, ["ParamRef"]).length > 0 ||
      fieldsNamed(conflict, ["ColumnRef"]).some(isParameter)
    )
      broken.push("a parameter in ON CONFLICT of INSERT … SELECT");
    return broken;
  });
}

function armsOf(select: Tree): Tree[] {
  return isTree(select.larg) && isTree(select.rarg)
    ? [...armsOf(select.larg), ...armsOf(select.rarg)]
    : [select];
}

/**
 * CTEs that write to two tables run one after the other and pass on rows in a format that the next
 * one can't read.
 */
function writesOfTwoTables(_parsed: Parsed, levels: Level[]): string[] {
  const written = new Set(
    levels.flatMap(({ target }) => (target && isPlaced(target) ? [target.name] : [])),
  );
  return written.size > 1 ? ["writes of two tables in one statement"] : [];
}

/** A subquery on a table must not use columns of a CTE that the select reads from. */
function correlatedWithCte(_parsed: Parsed, levels: Level[]): string[] {
  return levels.flatMap(({ relations, node }) => {
    const ctes = new Set(relations.filter(({ kind }) => kind === "cte").map(({ alias }) => alias));
    if (ctes.size === 0) return [];
    const { withClause: _with, fromClause: _from, ...own } = node;
    const usesCte = fieldsNamed(own, ["SubLink"]).some(({ subselect }) => {
      const inner = levelsOf({ tree: [subselect as Tree], variables: new Map() });
      const hidden = new Set(inner.flatMap((level) => level.relations.map(({ alias }) => alias)));
      return (
        inner.some((level) => level.relations.some(isPlaced)) &&
        columnsIn(subselect, new Map()).some(
          ([first, second]) => second !== undefined && ctes.has(first!) && !hidden.has(first!),
        )
      );
    });
    return usesCte ? ["a sub-query that uses columns of a CTE"] : [];
  });
}

/**
 * The coordinator keeps its own tables and the job queue; a statement reads either those or tenant
 * tables, never both.
 */
function localJoins(_parsed: Parsed, levels: Level[]): string[] {
  const relations = levels.flatMap((level) => level.relations);
  return relations.some(isLocal) && relations.some(isTenant)
    ? ["a table of the coordinator beside one of tenants"]
    : [];
}

/**
 * A function with its own statements must be called alone: within a statement a node would have to
 * query the cluster from inside a shard.
 */
function callsWithinStatements(_parsed: Parsed, levels: Level[]): string[] {
  return levels.flatMap(({ relations, node, target }) => {
    if (!relations.some(isPlaced) || (target !== undefined && node.cols !== undefined)) return [];
    const { withClause: _with, larg: _larg, rarg: _rarg, ...own } = node;
    return calls(own, readers).map((call) => `${nameOfCall(call)}() within a statement on a table`);
  });
}

function findReaders(): ReadonlySet<string> {
  const root = new URL("../domain/", import.meta.url);
  const bodies = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sql"))
    .flatMap((name) =>
      readFileSync(new URL(name.replaceAll("\\", "/"), root), "utf8")
        .split(/(?=\bcreate or replace function\b)/i)
        .slice(1),
    )
    .map((text) => ({
      name: /function\s+(\w+)/i.exec(text)![1]!,
      parsed: parseFunctions(text),
    }));
  const found = new Set<string>();
  // Functions that call a reader count too.
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { name, parsed } of bodies)
      if (
        parsed.some(
          (each) =>
            levelsOf(each).some(({ relations }) => relations.some(isPlaced)) ||
            calls(each.tree, found).length > 0,
        )
      )
        found.add(name);
  }
  return found;
}

/** A node crashes when an array parameter is subscripted by a column (`p_leases[p.number]`). */
function subscripts({ variables }: Parsed, levels: Level[]): string[] {
  if (!levels.some(({ relations }) => relations.some(isPlaced))) return [];
  return levels.some(({ node }) =>
    fieldsNamed(node, ["A_Indirection"]).some(({ arg, indirection }) => {
      const isSent =
        isTree(arg) &&
        (fieldsNamed(arg, ["ParamRef"]).length > 0 || variables.has((columnOf(arg) ?? [""])[0]!));
      return (
        isSent &&
        fieldsNamed(indirection, ["A_Indices"]).some(
          (index) => columnsIn(index, variables).length > 0,
        )
      );
    }),
  )
    ? ["a parameter subscripted by a column"]
    : [];
}

/**
 * FOR UPDATE locks rows of tenant tables only: with a directory table or a subquery the statement
 * is not sent to one node as is.
 */
function locks(_parsed: Parsed, levels: Level[]): string[] {
  return levels.flatMap(({ node, relations }) =>
    node.lockingClause !== undefined &&
    relations.some(isTenant) &&
    !relations.every((relation) => isTenant(relation) || relation.kind === "values")
      ? ["FOR UPDATE over a join with something else"]
      : [],
  );
}

/** A subquery without FROM may contain only immutable functions. */
function selectsWithoutFrom(_parsed: Parsed, levels: Level[]): string[] {
  if (!levels.some(({ relations }) => relations.some(isTenant))) return [];
  return levels.flatMap(({ statement, isNested, relations, node }) =>
    statement === "select" &&
    isNested &&
    relations.length === 0 &&
    (isUnstable(node.targetList) || calls(node.targetList, readers).length > 0)
      ? ["a sub-query without FROM that calls a function which is not immutable"]
      : [],
  );
}

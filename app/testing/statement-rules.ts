import { tablesOf } from "../lib/tables";
import { clusterOffences } from "./cluster-rules";
import {
  columnOf,
  conjuncts,
  fieldsNamed,
  isTree,
  type Level,
  levelsOf,
  parseFunctions,
  type Parsed,
  parseStatement,
  type Relation,
  type Tree,
  treesOf,
} from "./sql-tree";

const TENANT = "tenant_id";
const tenantTables = new Set<string>(tablesOf("tenant"));
const directoryTables = new Set<string>(tablesOf("directory"));

/** Why a cluster can't run a statement, one sentence each; empty if it can. */
export function brokenRules(statement: string): string[] {
  let parsed: Parsed;
  try {
    parsed = parseStatement(statement);
  } catch (error) {
    return [`not parsed: ${(error as Error).message}`];
  }
  return rulesOf(parsed);
}

/** The same for every statement within the plpgsql functions of a file. */
export function brokenRulesOfFunctions(text: string): string[] {
  return [...new Set(parseFunctions(text).flatMap(rulesOf))];
}

function rulesOf(parsed: Parsed): string[] {
  const levels = levelsOf(parsed);
  const broken = [
    ...levels.flatMap((level) => tenantRule(level, parsed)),
    ...systemRules(levels),
    ...clusterOffences(parsed, levels),
  ];
  return [...new Set(broken)];
}

/**
 * Each tenant table names its tenant by value at its own query level; comparing with another
 * table's column is not enough.
 */
function tenantRule(level: Level, { variables }: Parsed): string[] {
  const isValue = (node: unknown) => valueIn(level, variables, node);
  const broken: string[] = [];
  for (const relation of level.relations) {
    if (!isTenantTable(relation)) continue;
    if (level.statement === "insert") {
      if (!insertsTenant(level.node, isValue))
        broken.push(`insert into ${relation.name} without tenant_id`);
    } else if (
      !level.conditions.some(
        ({ node, restricts }) =>
          restricts.has(relation) && namesTenant(node, relation, level, isValue),
      )
    )
      broken.push(`${relation.name} without tenant_id =`);
  }
  return broken;
}

type IsValue = (node: unknown) => boolean;

const isTenantTable = ({ kind, name }: Relation) => kind === "table" && tenantTables.has(name);

/** Whether a condition restricts rows to one tenant named by value. */
function namesTenant(condition: Tree, relation: Relation, level: Level, isValue: IsValue): boolean {
  const isColumn = (node: unknown) => isTenantColumn(node, relation, level);
  return conjuncts(condition).some((part) => {
    const either = part.BoolExpr as Tree | undefined;
    if (either?.boolop === "OR_EXPR")
      return treesOf(either.args).every((arm) => namesTenant(arm, relation, level, isValue));
    const compared = part.A_Expr as Tree | undefined;
    if (compared === undefined) return false;
    const { kind, name, lexpr, rexpr } = compared;
    if (!fieldsNamed(name, ["String"]).some(({ sval }) => sval === "=")) return false;
    if (kind === "AEXPR_IN") {
      // When loading relations, Prisma lists the tenant of each row; they are all equal.
      return treesOf(rexpr).every((row) =>
        pairsOf(lexpr, row).some(([l, r]) => isColumn(l) && isValue(r)),
      );
    }
    return (
      kind === "AEXPR_OP" &&
      pairsOf(lexpr, rexpr).some(
        ([l, r]) => (isColumn(l) && isValue(r)) || (isColumn(r) && isValue(l)),
      )
    );
  });
}

/** Pairs of compared expressions: `(tenant_id, id) = ($1, $2)` yields two. */
function pairsOf(left: unknown, right: unknown): [unknown, unknown][] {
  const parts = (node: unknown) =>
    isTree(node) && isTree(node.RowExpr) ? treesOf(node.RowExpr.args) : [node];
  const others = parts(right);
  return parts(left).map((each, at) => [each, others[at]]);
}

function isTenantColumn(node: unknown, relation: Relation, level: Level): boolean {
  const names = columnOf(node);
  if (names?.at(-1) !== TENANT) return false;
  if (names.length > 1) return names.at(-2) === relation.alias;
  // Without a table the name is unambiguous: Postgres rejects ambiguous ones.
  return level.relations.filter(isTenantTable).length === 1;
}

/** A parameter, a literal, or a variable of the function, but never a column. */
function valueIn(level: Level, variables: ReadonlyMap<string, string>, node: unknown): boolean {
  if (!isTree(node)) return false;
  if (node.ParamRef !== undefined || node.A_Const !== undefined) return true;
  if (isTree(node.TypeCast)) return valueIn(level, variables, node.TypeCast.arg);
  const [first] = columnOf(node) ?? [];
  if (first === undefined || !variables.has(first)) return false;
  return !level.relations.some(({ alias }) => alias === first);
}

/** Each inserted row contains the tenant as a value. */
function insertsTenant(insert: Tree, isValue: IsValue): boolean {
  const at = treesOf(insert.cols).findIndex(
    ({ ResTarget }) => isTree(ResTarget) && ResTarget.name === TENANT,
  );
  const source = isTree(insert.selectStmt) ? insert.selectStmt.SelectStmt : undefined;
  return at >= 0 && isTree(source) && rowsOf(source).every((row) => isValue(row[at]));
}

function rowsOf(select: Tree): Tree[][] {
  if (isTree(select.larg) && isTree(select.rarg))
    return [...rowsOf(select.larg), ...rowsOf(select.rarg)];
  const values = treesOf(select.valuesLists);
  if (values.length > 0) return values.map(treesOf);
  return [treesOf(select.targetList).map(({ ResTarget }) => (ResTarget as Tree).val as Tree)];
}

function systemRules(levels: Level[]): string[] {
  if (!levels.some(({ relations }) => relations.some(isTenantTable))) return [];
  const broken: string[] = [];
  for (const { node, relations } of levels) {
    for (const { fields } of fieldsNamed(node, ["ColumnRef"])) {
      const column = columnOf({ ColumnRef: { fields } })?.at(-1);
      if (column === "xmax" || column === "ctid") broken.push(column);
    }
    if (isTree(node.withClause) && node.withClause.recursive === true)
      broken.push("a recursive query");
    if (relations.some(({ kind, name }) => kind === "table" && directoryTables.has(name)))
      for (const { lateral, subquery } of fieldsNamed(node.fromClause, ["RangeSubselect"]))
        if (lateral === true && fieldsNamed(subquery, ["limitCount"]).length > 0)
          broken.push("LATERAL … LIMIT against a directory table");
  }
  return broken;
}

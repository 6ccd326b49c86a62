import { loadModule, parsePlPgSQLSync, parseSync } from "libpg-query";

// Statements parsed by Postgres's own parser: query levels with their relations and conditions.

await loadModule();

/** A node of the parse tree as JSON: `{ SelectStmt: {…} }`, or its fields. */
export type Tree = { readonly [field: string]: unknown };

export interface Relation {
  kind: "table" | "cte" | "values" | "other";
  /** The table's or CTE's name; "" for others. Values: a function in FROM. */
  name: string;
  alias: string;
}

export interface Level {
  statement: "select" | "insert" | "update" | "delete";
  node: Tree;
  /** Relations that the level reads, and the one it writes. */
  relations: Relation[];
  /** The relation that it writes. */
  target: Relation | undefined;
  /** WHERE and join conditions, each with the relations that it restricts. */
  conditions: { node: Tree; restricts: ReadonlySet<Relation> }[];
  /** Columns of USING. */
  using: string[];
  isNested: boolean;
}

/** A statement of a function with its variables, which are sent as parameters. */
export interface Parsed {
  tree: Tree[];
  variables: ReadonlyMap<string, string>;
}

const STATEMENTS: Record<string, Level["statement"]> = {
  SelectStmt: "select",
  InsertStmt: "insert",
  UpdateStmt: "update",
  DeleteStmt: "delete",
};

const NO_VARIABLES: ReadonlyMap<string, string> = new Map();

/** Throws if Postgres would reject the text. */
export function parseStatement(text: string, variables = NO_VARIABLES): Parsed {
  const { stmts } = parseSync(text) as { stmts?: { stmt: Tree }[] };
  return { tree: (stmts ?? []).map(({ stmt }) => stmt), variables };
}

/** The statements and expressions of every function in a file. */
export function parseFunctions(text: string): Parsed[] {
  return text
    .split(/(?=^create (?:or replace )?function\b)/im)
    .filter((part) => /^create/i.test(part))
    .flatMap((part) =>
      /\blanguage\s+plpgsql\b/i.test(part) ? parsePlpgsql(part) : parseStatement(part),
    );
}

function parsePlpgsql(text: string): Parsed[] {
  const made = parsePlPgSQLSync(text) as unknown as Tree;
  const variables = new Map<string, string>();
  for (const { refname, datatype } of fieldsNamed(made, ["PLpgSQL_var", "PLpgSQL_rec"])) {
    const type = isTree(datatype) ? (datatype.PLpgSQL_type as Tree | undefined) : undefined;
    variables.set(String(refname), String(type?.typname ?? "record"));
  }
  return fieldsNamed(made, ["PLpgSQL_expr"]).map(({ query, parseMode }) =>
    parseStatement(asStatement(String(query), Number(parseMode ?? 0)), variables),
  );
}

/** Expressions and assignments are parsed as part of a SELECT. */
function asStatement(query: string, parseMode: number): string {
  if (parseMode === 0) return query;
  return `select ${parseMode === 2 ? query : query.replace(/^[^=:]*:?=/, "")}`;
}

/** Every query level of a statement, including subqueries and CTEs. */
export function levelsOf({ tree }: Parsed): Level[] {
  const found: Level[] = [];
  const visit = (node: unknown, ctes: ReadonlySet<string>, isNested: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, ctes, isNested);
    else if (isTree(node))
      for (const [field, value] of Object.entries(node)) {
        const statement = STATEMENTS[field];
        if (statement === undefined || !isTree(value)) visit(value, ctes, isNested);
        else visitStatement(statement, value, ctes, isNested);
      }
  };
  const visitStatement = (
    statement: Level["statement"],
    node: Tree,
    outer: ReadonlySet<string>,
    isNested: boolean,
  ): void => {
    const { withClause, larg, rarg, ...rest } = node;
    const ctes = new Set(outer);
    for (const cte of fieldsNamed(withClause, ["CommonTableExpr"])) ctes.add(String(cte.ctename));
    visit(withClause, ctes, true);
    if (isTree(larg) && isTree(rarg)) {
      visitStatement(statement, larg, ctes, isNested);
      visitStatement(statement, rarg, ctes, isNested);
      return;
    }
    found.push(levelOf(statement, node, ctes, isNested));
    visit(rest, ctes, true);
  };
  visit(tree, new Set(), false);
  return found;
}

function levelOf(
  statement: Level["statement"],
  node: Tree,
  ctes: ReadonlySet<string>,
  isNested: boolean,
): Level {
  const level: Level = {
    statement,
    node,
    relations: [],
    target: undefined,
    conditions: [],
    using: [],
    isNested,
  };
  if (isTree(node.relation)) {
    level.target = relationOf(node.relation, new Set());
    level.relations.push(level.target);
  }
  for (const item of treesOf(node.fromClause ?? node.usingClause)) readFrom(item, level, ctes);
  if (isTree(node.whereClause))
    level.conditions.push({ node: node.whereClause, restricts: new Set(level.relations) });
  return level;
}

/** Adds the relations of a FROM item; an outer join's condition restricts its nullable side. */
function readFrom(item: Tree, level: Level, ctes: ReadonlySet<string>): Relation[] {
  const join = item.JoinExpr;
  if (!isTree(join)) {
    const relation = relationOf(item.RangeVar ?? item, ctes);
    if (item.RangeFunction !== undefined) relation.kind = "values";
    level.relations.push(relation);
    return [relation];
  }
  const left = readFrom(join.larg as Tree, level, ctes);
  const right = readFrom(join.rarg as Tree, level, ctes);
  for (const { sval } of fieldsNamed(join.usingClause, ["String"])) level.using.push(String(sval));
  if (isTree(join.quals))
    level.conditions.push({
      node: join.quals,
      restricts: new Set([
        ...(join.jointype === "JOIN_INNER" || join.jointype === "JOIN_RIGHT" ? left : []),
        ...(join.jointype === "JOIN_INNER" || join.jointype === "JOIN_LEFT" ? right : []),
      ]),
    });
  return [...left, ...right];
}

function relationOf(range: unknown, ctes: ReadonlySet<string>): Relation {
  const { relname, schemaname, alias, ...rest } = range as Tree;
  const name = typeof relname === "string" ? relname : "";
  const given = (isTree(alias) ? alias : fieldsNamed(rest, ["alias"])[0])?.aliasname;
  if (name === "") return { kind: "other", name: "", alias: String(given ?? "") };
  const isCte = schemaname === undefined && ctes.has(name);
  const isOurs = schemaname === undefined || schemaname === "public";
  return {
    kind: isCte ? "cte" : "table",
    name: isOurs ? name : `${String(schemaname)}.${name}`,
    alias: String(given ?? name),
  };
}

/** The conjuncts of a condition. */
export function conjuncts(condition: Tree): Tree[] {
  const both = condition.BoolExpr as Tree | undefined;
  return both?.boolop === "AND_EXPR" ? treesOf(both.args).flatMap(conjuncts) : [condition];
}

/** The names of a column reference, `["b", "tenant_id"]`; undefined for other nodes. */
export function columnOf(node: unknown): string[] | undefined {
  const column = isTree(node) ? node.ColumnRef : undefined;
  if (!isTree(column)) return undefined;
  return treesOf(column.fields).map((field) =>
    isTree(field.String) ? String(field.String.sval ?? "") : "*",
  );
}

/** Table columns in a node, without variables of the function. */
export function columnsIn(
  node: unknown,
  variables: ReadonlyMap<string, string>,
  within: Walk = ALL,
): string[][] {
  return fieldsNamed(node, ["ColumnRef"], within)
    .map((ColumnRef) => columnOf({ ColumnRef })!)
    .filter((names) => !variables.has(names[0]!));
}

export function isTree(node: unknown): node is Tree {
  return typeof node === "object" && node !== null && !Array.isArray(node);
}

export function treesOf(list: unknown): Tree[] {
  if (list === undefined) return [];
  const items = isTree(list) && isTree(list.List) ? list.List.items : list;
  return Array.isArray(items) ? items.filter(isTree) : [];
}

interface Walk {
  /** Fields that are not traversed. */
  except: ReadonlySet<string>;
}
const ALL: Walk = { except: new Set() };
/** Doesn't descend into subqueries. */
export const OUTER: Walk = { except: new Set(["SubLink", "RangeSubselect", "withClause"]) };

/** The values of all fields with these names. */
export function fieldsNamed(node: unknown, names: string[], { except }: Walk = ALL): Tree[] {
  const found: Tree[] = [];
  const visit = (each: unknown): void => {
    if (Array.isArray(each)) each.forEach(visit);
    else if (isTree(each))
      for (const [field, value] of Object.entries(each)) {
        if (except.has(field)) continue;
        if (names.includes(field) && isTree(value)) found.push(value);
        visit(value);
      }
  };
  visit(node);
  return found;
}

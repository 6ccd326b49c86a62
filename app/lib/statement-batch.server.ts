import type { Duplex } from "node:stream";
import pg from "pg";

/** A statement that Postgres keeps prepared under its name. */
export type NamedStatement = Required<Pick<pg.QueryConfig, "name" | "text" | "values">> &
  Partial<Pick<pg.QueryArrayConfig, "rowMode" | "types">>;

/** What pg's connection offers to a query class of one's own (pg-cursor is one), as far as its types leave it out. */
interface Wire {
  stream: Duplex;
  /** The statements this connection has prepared, by name. */
  parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(portal: { type: "P"; name: string }): void;
  execute(portal: { portal: string; rows: number }): void;
  sync(): void;
}

interface ResultReader extends pg.QueryResult {
  addFields(fields: pg.FieldDef[]): void;
  parseRow(fields: (string | null)[]): pg.QueryResultRow;
  addRow(row: pg.QueryResultRow): void;
  addCommandComplete(message: unknown): void;
}

const { Result, utils } = pg as unknown as {
  Result: new (rowMode?: "array", types?: pg.CustomTypesConfig) => ResultReader;
  utils: { prepareValue(value: unknown): unknown };
};

/**
 * Statements that go out in one write and up to one Sync: Postgres runs them one after another in one implicit transaction, each on a
 * snapshot of its own, commits at the Sync and answers once (PostgreSQL documentation, 54.2.4 Pipelining). Where one fails, none of them has happened.
 */
export class StatementBatch implements pg.Submittable {
  readonly results: Promise<pg.QueryResult[]>;
  private readonly done: ResultReader[] = [];
  private current: ResultReader;
  private resolve!: (results: pg.QueryResult[]) => void;
  private reject!: (error: Error) => void;
  /** Where pg ends the time limit of an answer. */
  callback?: (error: Error | null) => void;

  constructor(private readonly statements: NamedStatement[]) {
    this.current = this.nextResult();
    this.results = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Of the statement whose answer is awaited: pg remembers it under this name when Postgres has parsed it. */
  get name(): string | undefined {
    return this.statements[this.done.length]?.name;
  }
  get text(): string | undefined {
    return this.statements[this.done.length]?.text;
  }

  private nextResult(): ResultReader {
    const next = this.statements[this.done.length];
    return new Result(next?.rowMode, next?.types);
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    const parsing = new Set<string>();
    wire.stream.cork();
    for (const { name, text, values } of this.statements) {
      if (name === "" || (wire.parsedStatements[name] === undefined && !parsing.has(name))) wire.parse({ name, text });
      parsing.add(name);
      wire.bind({ statement: name, values, valueMapper: utils.prepareValue });
      wire.describe({ type: "P", name: "" });
      wire.execute({ portal: "", rows: 0 });
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    this.current.addFields(message.fields);
  }
  handleDataRow(message: { fields: (string | null)[] }): void {
    this.current.addRow(this.current.parseRow(message.fields));
  }
  handleCommandComplete(message: unknown): void {
    this.current.addCommandComplete(message);
    this.done.push(this.current);
    this.current = this.nextResult();
  }
  handleReadyForQuery(): void {
    this.callback?.(null);
    this.resolve(this.done);
  }
  handleError(error: Error): void {
    this.callback?.(error);
    this.reject(error);
  }
}

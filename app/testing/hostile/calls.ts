import type { OperationShape } from "~/contract/operation";
import type { Example } from "../example";
import { type Field, fieldsIn, fieldsOf, schemaOf } from "./fields";

/** An HTTP call. */
export interface HostileCall {
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Describes the mutation of a valid call, to reproduce it. */
  label: string;
  /** Whether a mutation replaced the caller's credentials. */
  has_other_credentials: boolean;
}

/** Numbers in [0, 1) from a seed. */
export type Random = () => number;
export const any = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)]!; // lists are not empty

/** An operation's inputs, computed once. */
export interface Target {
  name: string;
  operation: OperationShape;
  fields: Field[];
  queryNames: string[];
}

/** `body`: for external services, whose bodies the contract does not describe. */
export function targetOf(
  name: string,
  operation: OperationShape,
  body?: Record<string, unknown>,
): Target {
  const isJson = operation.body !== undefined && operation.accepts !== "multipart";
  const fields = body ? fieldsIn(body) : isJson ? fieldsOf(schemaOf(operation.body!)) : [];
  const queryNames = operation.query ? Object.keys(schemaOf(operation.query).properties ?? {}) : [];
  return { name, operation, fields, queryNames };
}

/** The example's valid call. */
export async function plainCall(
  { operation }: Target,
  { id, query, body }: Example,
): Promise<HostileCall> {
  const search = new URLSearchParams(query).toString();
  const path =
    id === undefined ? operation.path : operation.path.replace(/:\w+/, encodeURIComponent(id));
  const call = {
    method: operation.method,
    target: search ? `${path}?${search}` : path,
    label: "unchanged",
    has_other_credentials: false,
  };
  if (body === undefined) return { ...call, headers: {} };
  if (operation.accepts !== "multipart") return { ...call, ...jsonBody(JSON.stringify(body)) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, value as string | Blob); // form fields are strings or files
  const sent = new Response(form);
  const headers = { "content-type": sent.headers.get("Content-Type")! }; // a form has one
  return { ...call, headers, body: Buffer.from(await sent.arrayBuffer()) };
}

export const jsonBody = (text: string | Uint8Array) => ({
  headers: { "content-type": "application/json" },
  body: Buffer.from(text),
});

/** Appends a mutation's description. */
export const and = (label: string, more: string): string =>
  label === "" ? more : `${label}; ${more}`;

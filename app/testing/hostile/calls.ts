import type { OperationShape } from "~/contract/operation";
import type { Example } from "../example";
import { type Field, fieldsIn, fieldsOf, schemaOf } from "./fields";

/** A call as it goes over the wire. */
export interface HostileCall {
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Describes the mutation of a valid call, to reproduce it. */
  told: string;
  /** Whether other headers took the place of what the caller proves itself with. */
  is_caller_spoilt: boolean;
}

/** Numbers in [0, 1) from a seed. */
export type Random = () => number;
export const any = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)]!; // no list here is empty

/** An operation's inputs, computed once. */
export interface Target {
  name: string;
  operation: OperationShape;
  fields: Field[];
  queryNames: string[];
}

/** `body`: what an outside service sends whose bodies the contract does not describe. */
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

/** The call that the example describes, as it is meant. */
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
    told: "as it is meant",
    is_caller_spoilt: false,
  };
  if (body === undefined) return { ...call, headers: {} };
  if (operation.accepts !== "multipart") return { ...call, ...jsonBody(JSON.stringify(body)) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, value as string | Blob); // what a form can hold
  const sent = new Response(form);
  const headers = { "content-type": sent.headers.get("Content-Type")! }; // a form has one
  return { ...call, headers, body: Buffer.from(await sent.arrayBuffer()) };
}

export const jsonBody = (text: string | Uint8Array) => ({
  headers: { "content-type": "application/json" },
  body: Buffer.from(text),
});

/** Joins the earlier mutations of a call with a new one. */
export const and = (told: string, more: string): string =>
  told === "" ? more : `${told}; ${more}`;

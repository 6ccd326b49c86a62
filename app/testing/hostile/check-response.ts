import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { operations } from "~/contract";
import { type ErrorCode, errorStatus } from "~/contract/errors";
import type { OperationShape } from "~/contract/operation";
import { MAX_UPLOAD_BYTES } from "~/contract/uploads";
import { MAX_BODY_BYTES } from "~/http/body.server";
import { openApiDocument } from "~/http/openapi.server";
import type { HostileCall } from "./calls";
import type { WireAnswer } from "./watched-web";

// Checks a response against the OpenAPI document: status, error, content type and body.

type Content = Record<string, { schema: object }>;
interface Documented {
  description: string;
  content?: Content;
}
type Responses = Record<string, Documented | { $ref: string }>;

const { paths, components } = openApiDocument() as unknown as {
  paths: Record<string, Record<string, { responses: Responses }>>;
  components: { responses: Record<string, Documented>; schemas: object };
};
const ajv = new Ajv2020({ strict: false, validateFormats: true, allErrors: false });
addFormats.default(ajv);

const compiled = new Map<object, ValidateFunction>();
function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const validate = ajv.compile({ ...schema, components: { schemas: components.schemas } });
  compiled.set(schema, validate);
  return validate;
}

const written = (path: string) => path.replace(/:(\w+)/g, "{$1}");

function documentedAt(path: string, method: string, status: number): Documented | undefined {
  const found = paths[written(path)]?.[method.toLowerCase()]?.responses[String(status)];
  if (found === undefined || !("$ref" in found)) return found;
  return components.responses[found.$ref.split("/").at(-1)!]; // a reference has a last part
}

const LEAK =
  /select .* from|insert into|prisma|postgres|\bat \w+ \(|\.ts\b|node_modules|ECONNREFUSED/i;

/** Node's limit for request line and headers is 16 KiB. */
const MAX_TARGET = 14_000;

/** Describes the violation in a response; null if there is none. */
export function findViolation(
  operation: OperationShape,
  call: HostileCall,
  answer: WireAnswer,
): string | null {
  const { status, headers, body } = answer;
  if (status >= 500) return `${status} ${body.toString("utf8").slice(0, 200)}`;
  if (call.method === "OPTIONS" && status === 204) return null; // a preflight
  if (status === 431 && call.target.length > MAX_TARGET) return null; // refused by Node's parser
  const method = call.method === "HEAD" ? "GET" : call.method;
  const isThere = operations.some(
    ({ operation: other }) => other.path === operation.path && other.method === method,
  );
  // A malformed id is a 404, whatever else the call contains.
  if (!isThere)
    return [404, 405].includes(status)
      ? errorProblem(answer, call, ["method_not_allowed", "not_found"])
      : `${status} for ${call.method}`;
  const documented = documentedAt(operation.path, method, status);
  const type = String(headers["content-type"] ?? "")
    .split(";")[0]!
    .trim(); // split returns at least one part
  if (documented === undefined)
    return `${status} is not documented: ${body.toString("utf8").slice(0, 200)}`;
  if (status >= 400) return errorProblem(answer, call, documented.description.split(", "));
  if (call.body !== undefined && call.body.length > bodyLimitOf(operation))
    return `takes ${call.body.length} bytes`;
  if (call.method === "HEAD" || documented.content === undefined)
    return body.length === 0 ? null : `${status} with a body`;
  const schema = documented.content[type]?.schema;
  if (schema === undefined)
    return `${status} of the type "${type}", documented are ${Object.keys(documented.content).join(", ")}`;
  if (type !== "application/json" || Object.keys(schema).length === 0) return null;
  return bodyProblem(body, validatorOf(schema));
}

/** Body limit of an operation; without a body nothing is read. */
function bodyLimitOf({ accepts, body, caller }: OperationShape): number {
  if (caller.kind === "provider") return caller.max_bytes;
  if (body === undefined) return Infinity;
  return accepts === "multipart" ? MAX_UPLOAD_BYTES + 16 * 1024 : MAX_BODY_BYTES;
}

const errorBody = validatorOf({ $ref: "#/components/schemas/ErrorBody" });

function errorProblem(answer: WireAnswer, call: HostileCall, codes: string[]): string | null {
  const { status, headers, body } = answer;
  if (call.method === "HEAD") return body.length === 0 ? null : "HEAD with a body";
  if (!String(headers["content-type"]).startsWith("application/json"))
    return `${status} is no JSON: ${body.toString("utf8").slice(0, 100)}`;
  const problem = bodyProblem(body, errorBody);
  if (problem !== null) return problem;
  const { error } = JSON.parse(body.toString()) as {
    error: { code: ErrorCode; message: string; request_id: string };
  };
  if (!codes.includes(error.code))
    return `${status} ${error.code} is not documented: ${error.message}`;
  if (errorStatus[error.code] !== status) return `${error.code} with ${status}`;
  if (error.request_id !== headers["x-request-id"])
    return "another request_id in the body than in the header";
  return LEAK.test(error.message) ? `leaks internals: ${error.message}` : null;
}

function bodyProblem(body: Buffer, validate: ValidateFunction): string | null {
  const value = readJson(body);
  if (value === undefined) return `no JSON in UTF-8: ${body.toString("latin1").slice(0, 100)}`;
  return validate(value)
    ? null
    : `against its schema: ${ajv.errorsText(validate.errors)} in ${body.toString().slice(0, 300)}`;
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

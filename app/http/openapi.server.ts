import { env } from "~/lib/env.server";
import { makeDocument, type OpenApiDocument } from "./openapi-document";

let document: OpenApiDocument | undefined;

/** OpenAPI 3.1 of every operation, made from the contract once a process. */
export function openApiDocument(): OpenApiDocument {
  document ??= makeDocument(env.BASE_URL);
  return document;
}

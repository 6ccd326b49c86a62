import { env } from "~/lib/env.server";
import { makeDocument, type OpenApiDocument } from "./openapi-document";

let document: OpenApiDocument | undefined;

/** The OpenAPI 3.1 document, built once per process. */
export function openApiDocument(): OpenApiDocument {
  document ??= makeDocument(env.BASE_URL);
  return document;
}

import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Role } from "~/contract/common";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { findSession, type SignedIn } from "~/domain/identity/sessions.sql.server";
import { AppError } from "~/lib/app-error";
import { databaseRefusal } from "~/lib/database-away";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { checkCsrf } from "./csrf.server";
import { readForm } from "./form.server";
import { countCall } from "./limits.server";
import { enterPageLanguage } from "./page-language.server";
import { readSessionCookie } from "./session-cookie.server";
import { noteTenant, oncePerVisit } from "./visit.server";

/** The signed-in person, with or without a company, or null. For pages that anyone may open. */
export async function findVisitor(request: Request): Promise<SignedIn | null> {
  enterPageLanguage(request);
  const token = readSessionCookie(request);
  if (token === null) return null;
  const read = () =>
    findSession(token, request.headers.get("X-Request-Id") ?? newId()).catch(sayNotReady);
  // An action may change the session, so the loaders after it read it again, once per document.
  const visitor = await (request.method === "GET"
    ? oncePerVisit(`session ${token}`, read)
    : read());
  if (visitor?.actor) noteTenant(visitor.actor.tenant.id);
  return visitor;
}

/**
 * The session is the first read of every page. Without a database it throws the 503 page with
 * Retry-After.
 */
function sayNotReady(error: unknown): never {
  throw refusalPage(databaseRefusal(error)) ?? error;
}

/**
 * The actor of a dashboard page. Every loader and action calls it, because loaders run in parallel.
 * Signed-out visitors go to the sign-in page and return; a person without a company gets a page
 * that says so; a role that is too low, or a forged form, gets the 403 page; too many requests the
 * 429 page.
 */
export async function requireActor(request: Request, role: Role = "viewer"): Promise<UserActor> {
  const visitor = await requireVisitor(request);
  if (visitor.actor === null) throw redirect("/welcome");
  if (!hasRole(visitor.actor, role))
    throw pageError(
      403,
      `This page needs the role ${role}. Ask an admin of ${visitor.actor.tenant.name}.`,
    );
  return visitor.actor;
}

/**
 * The signed-in person, with or without a company. Signed-out visitors go to the sign-in page and
 * return; a forged form gets the 403 page, too many requests the 429 page.
 */
export async function requireVisitor(request: Request): Promise<SignedIn> {
  refuseForgery(request);
  const visitor = await findVisitor(request);
  if (visitor === null) throw redirect(signInPath(request));
  await countVisit(visitor);
  return visitor;
}

/**
 * Counts against the person's API limit, once per loader. Throws the 429 page with Retry-After
 * (seconds).
 */
async function countVisit({ account, actor }: SignedIn): Promise<void> {
  try {
    await countCall("session", { ip: "", id: actor?.user_id ?? account.id });
  } catch (error) {
    throw error instanceof AppError
      ? pageError(error.status, error.message, error.extra.headers)
      : error;
  }
}

/**
 * For actions without a session. Throws the 403 page for a form sent by another site. The web
 * process applies the same rule earlier; this check covers running the build without it (`npm run
 * serve`).
 */
export function refuseForgery(request: Request): void {
  enterPageLanguage(request);
  try {
    checkCsrf(request);
  } catch (error) {
    throw error instanceof AppError
      ? pageError(
          error.status,
          "This form was sent from another website. Open the page here and try again.",
        )
      : error;
  }
}

/** The response that a loader or action throws to show an error page. `message` is for people. */
export function pageError(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(message, {
    status,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** The error page of a refusal. */
export function refusalPage(error: AppError | null): Response | null {
  return error && pageError(error.status, error.message, error.extra.headers);
}

function signInPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname === "/dashboard"
    ? "/sign-in"
    : `/sign-in?to=${encodeURIComponent(pathname + search)}`;
}

/**
 * For loaders that perform an action: a refusal by `work` becomes `{ message }` with the refusal's
 * status. A missing record is the 404 page unless `missingMessage` gives a better message.
 */
export async function answerRefusal<Done>(work: () => Promise<Done>, missingMessage?: string) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isGone = error.code === "not_found";
    if (isGone && missingMessage === undefined) throw pageError(404, error.message);
    const message = isGone && missingMessage !== undefined ? missingMessage : error.message;
    return data({ message }, { status: error.status, headers: error.extra.headers ?? {} });
  }
}

/**
 * A path of this site to redirect to. Never another host ("//evil.example", "/\evil.example",
 * "/.//evil.example").
 */
export function safePath(to: string | null | undefined): string {
  if (!to?.startsWith("/") || !URL.canParse(to, env.BASE_URL)) return "/dashboard";
  const { origin, pathname, search } = new URL(to, env.BASE_URL);
  return origin === env.BASE_URL && !pathname.startsWith("//") ? pathname + search : "/dashboard";
}

/**
 * A refused form: the typed values and the errors by field. Passed to conform's useForm as
 * lastResult.
 */
interface Refused {
  result: SubmissionResult<string[]>;
}

/**
 * Parses a posted form with a schema of the contract and runs `work`; works before JavaScript has
 * loaded. Errors of the schema or an AppError come back as messages at their fields, with all typed
 * values. Other errors are rethrown. Pages open to strangers pass `count`, a rate limit applied
 * before the form is read.
 */
export async function submit<Schema extends z.ZodType, Done>(
  request: Request,
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<Done>,
  count?: () => Promise<unknown>,
) {
  enterPageLanguage(request);
  const tooOften = await count?.().then(() => null, asRefusal);
  if (tooOften) return refuse(toFormErrorsOnly(tooOften), tooOften.status, tooOften.extra.headers);
  const submission = parseWithZod(await readPageForm(request), { schema });
  if (submission.status !== "success") return refuse(submission.reply(NOT_SENT_BACK), 422);
  try {
    return await work(submission.value as z.output<Schema>); // conform infers the same type
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refuse(
      submission.reply({
        ...toFormErrors(error, Object.keys(submission.payload)),
        ...NOT_SENT_BACK,
      }),
      error.status,
      error.extra.headers,
    );
  }
}

/** Fields that are never sent back. */
const NOT_SENT_BACK = { hideFields: ["password"] };

/** The AppError that was thrown; rethrows anything else. */
function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** A message above a form that could not be read. */
const toFormErrorsOnly = ({ message }: AppError): SubmissionResult<string[]> => ({
  status: "error",
  error: { "": [message] },
});

function refuse(
  result: SubmissionResult<string[]>,
  status: number,
  headers: Record<string, string> = {},
) {
  return data<Refused>({ result }, { status, headers });
}

/**
 * Assigns each issue to its field; an issue for a field that wasn't sent appears above the form.
 */
function toFormErrors(error: AppError, sent: string[]) {
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const { path: named, message } of error.extra.issues ?? []) {
    // The form has a `price` field, which is stored as `price_amount`.
    const path = named === "price_amount" && !sent.includes(named) ? "price" : named;
    if (sent.includes(path.split(".")[0] ?? ""))
      (fieldErrors[toFieldName(path)] ??= []).push(message);
    else formErrors.push(message);
  }
  if (Object.keys(fieldErrors).length === 0 && formErrors.length === 0)
    formErrors.push(error.message);
  return { formErrors, fieldErrors };
}

/** "rules.0.start" → "rules[0].start", as form fields are named. */
function toFieldName(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");
}

/** Reads a form of at most 256 KB. A form that our pages can't have sent is an error page. */
async function readPageForm(request: Request): Promise<URLSearchParams> {
  try {
    return await readForm(request);
  } catch (error) {
    throw error instanceof AppError ? pageError(error.status, error.message) : error;
  }
}

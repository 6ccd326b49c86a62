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

/** The signed-in person, with or without a company; null for a stranger. For pages that anyone may open. */
export async function findVisitor(request: Request): Promise<SignedIn | null> {
  enterPageLanguage(request);
  const token = readSessionCookie(request);
  if (token === null) return null;
  const read = () =>
    findSession(token, request.headers.get("X-Request-Id") ?? newId()).catch(sayNotReady);
  // An action may change who is there; the loaders after it read that anew, once for all of them.
  const visitor = await (request.method === "GET"
    ? oncePerVisit(`session ${token}`, read)
    : read());
  if (visitor?.actor) noteTenant(visitor.actor.tenant.id);
  return visitor;
}

/** The first thing that a page reads is who is there: where that finds no database, the 503 page says when to come back. */
function sayNotReady(error: unknown): never {
  throw refusalPage(databaseRefusal(error)) ?? error;
}

/**
 * The person a dashboard page works for; every loader and action asks by itself, for loaders run side by side. Who is signed out goes
 * to the sign-in page and comes back; a person without a company gets a page that says so; a role that is too low gets the 403 page, and so does an action
 * that another site sent; who asks too often gets the 429 page.
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
 * The signed-in person, with or without a company. A stranger goes to the sign-in page and comes back; a forged form gets the 403 page,
 * who asks too often the 429 page.
 */
export async function requireVisitor(request: Request): Promise<SignedIn> {
  refuseForgery(request);
  const visitor = await findVisitor(request);
  if (visitor === null) throw redirect(signInPath(request));
  await countVisit(visitor);
  return visitor;
}

/** On the counter of the same person's API calls; each loader of a page takes one. Throws the 429 page, with Retry-After (seconds). */
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
 * For actions that need no session. Throws the 403 page for a form that another site sent. The web process refuses such a form before
 * it comes here, by the same rule; the same build runs without that process too (`npm run serve`).
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

/** What a loader or action throws to show an error page; `message` is for a person. */
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

/** The same of a refusal. */
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
 * For loaders that do something instead of showing something: what `work` refuses becomes `{ message }` for the page that says so, with
 * the refusal's status. What does not exist is the 404 page, unless `gone` says it better.
 */
export async function answerRefusal<Done>(work: () => Promise<Done>, gone?: string) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isGone = error.code === "not_found";
    if (isGone && gone === undefined) throw pageError(404, error.message);
    const message = isGone && gone !== undefined ? gone : error.message;
    return data({ message }, { status: error.status, headers: error.extra.headers ?? {} });
  }
}

/** A path of this site to go on to, whatever was asked for: never another host ("//evil.example", "/\evil.example", "/.//evil.example"). */
export function safePath(to: string | null | undefined): string {
  if (!to?.startsWith("/") || !URL.canParse(to, env.BASE_URL)) return "/dashboard";
  const { origin, pathname, search } = new URL(to, env.BASE_URL);
  return origin === env.BASE_URL && !pathname.startsWith("//") ? pathname + search : "/dashboard";
}

/** A form that was refused: what was typed, and what is wrong with which field. Goes to conform's useForm as lastResult. */
export interface Refused {
  result: SubmissionResult<string[]>;
}

/**
 * Reads a posted form by a schema of the contract and does `work` with it; works before JavaScript has loaded. What the schema or an
 * AppError finds wrong comes back as messages at their fields, with everything as it was typed. Anything else is thrown on. A page that
 * strangers may send a form to counts that with `count`, before the form is read.
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
    return await work(submission.value as z.output<Schema>); // conform's own name for the same type
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

/** What a form that was refused is not filled with again. */
const NOT_SENT_BACK = { hideFields: ["password"] };

/** The refusal that was thrown; what is none is thrown on. */
function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** What is said above a form that was not read. */
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

/** Each issue goes to the field it names; what names none that was sent is said above the form. */
function toFormErrors(error: AppError, sent: string[]) {
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const { path: named, message } of error.extra.issues ?? []) {
    // People type a price; what is kept of it is an amount.
    const path = named === "price_amount" && !sent.includes(named) ? "price" : named;
    if (sent.includes(path.split(".")[0] ?? ""))
      (fieldErrors[toFieldName(path)] ??= []).push(message);
    else formErrors.push(message);
  }
  if (Object.keys(fieldErrors).length === 0 && formErrors.length === 0)
    formErrors.push(error.message);
  return { formErrors, fieldErrors };
}

/** "rules.0.start" as a form names it: "rules[0].start". */
function toFieldName(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");
}

/** The fields of a form of at most 256 KB; one that no page of ours sends is an error page. */
async function readPageForm(request: Request): Promise<URLSearchParams> {
  try {
    return await readForm(request);
  } catch (error) {
    throw error instanceof AppError ? pageError(error.status, error.message) : error;
  }
}

import { resolve } from "node:path";
import type { TemplateKey } from "~/contract/email";
import type { Issue } from "~/contract/errors";
import { FairLimiter } from "~/lib/fair-limiter";
import { LimitedProcess, LimitExceeded } from "~/lib/limited-process.server";
import { completeValues, type MailValues, variablesOf } from "./template-variables";

export interface TemplateText {
  subject: string;
  body: string;
}
export interface RenderedTemplate {
  subject: string;
  /** The body's HTML, without the layout. */
  content: string;
}

/** A template that cannot be parsed or rendered: `reason` explains it to its author. */
class TemplateError extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = "TemplateError";
  }
}

interface Task {
  kind: "names" | "fill";
  field: keyof TemplateText;
  source: string;
  values?: MailValues;
}

/**
 * `{{` and `{%` in one template: each costs far more to store and render than a character of text.
 */
const MAX_TAGS = 2000;

// Liquid's limit ends a task after 50 ms of CPU time where it checks its clock. Code that does not
// check it is killed from outside, much later, since wall time passes while a busy machine gives
// the process no CPU.
const filler = new LimitedProcess<Task, { done: unknown } | { failed: string }>({
  script: resolve("app/domain/email/liquid-worker.mjs"),
  milliseconds: 3000,
  megabytes: 64,
});
/** `may_wait`: for checks and previews, which their author can repeat. */
const turns = new FairLimiter({ at_once: 1, may_wait: 3 });

const TOO_SLOW = "This template takes too long to fill. Use fewer and shorter loops.";
const TOO_BIG = "This template takes too much memory to fill. Use fewer loops and shorter texts.";
const PLAIN_WORDS: [string, string][] = [
  ["template render limit exceeded", TOO_SLOW],
  ["memory alloc limit exceeded", TOO_BIG],
  ["parse length limit exceeded", "This template is too long."],
];

async function ask<T>(task: Task): Promise<T> {
  refuseTooManyTags(task.source);
  const answer = await filler.run(task).catch((error: unknown) => {
    if (error instanceof LimitExceeded)
      throw new TemplateError(error.of === "time" ? TOO_SLOW : TOO_BIG);
    throw error;
  });
  if ("done" in answer) return answer.done as T; // the worker answers each kind with its own result
  const plain = PLAIN_WORDS.find(([prefix]) => answer.failed.startsWith(prefix));
  throw new TemplateError(plain?.[1] ?? answer.failed.split("\n")[0]!.slice(0, 300));
}

function refuseTooManyTags(source: string): void {
  let tags = 0;
  for (let at = source.indexOf("{"); at >= 0; at = source.indexOf("{", at + 1))
    if ((source[at + 1] === "{" || source[at + 1] === "%") && ++tags > MAX_TAGS)
      throw new TemplateError(`A template holds at most ${MAX_TAGS} variables and tags.`);
}

async function fill(
  key: TemplateKey,
  template: TemplateText,
  given: MailValues,
): Promise<RenderedTemplate> {
  const values = completeValues(key, given);
  const subject = await ask<string>({
    kind: "fill",
    field: "subject",
    source: template.subject,
    values,
  });
  // When only the subject of an email is needed.
  const isSubject = template.body === "";
  const content = isSubject
    ? ""
    : await ask<string>({ kind: "fill", field: "body", source: template.body, values });
  return { subject: subject.replace(/\s+/g, " ").trim(), content };
}

/**
 * Renders a tenant's template; values are escaped in the body. Throws TemplateError for an unknown
 * name or filter, or too much work.
 */
export function renderTemplate(
  tenantId: string,
  key: TemplateKey,
  template: TemplateText,
  given: MailValues,
): Promise<RenderedTemplate> {
  return turns.run(tenantId, () => fill(key, template, given), true);
}

/**
 * The errors of a template, by field: syntax, unknown variables by name, and too much work for one
 * email. Throws rate_limited when the tenant has several checks waiting.
 */
export function checkTemplate(
  tenantId: string,
  key: TemplateKey,
  template: TemplateText,
  example: MailValues,
): Promise<Issue[]> {
  return turns.run(tenantId, () => check(key, template, example));
}

async function check(
  key: TemplateKey,
  template: TemplateText,
  example: MailValues,
): Promise<Issue[]> {
  const issues = [
    ...(await checkField("subject", key, template.subject)),
    ...(await checkField("body", key, template.body)),
  ];
  if (issues.length > 0) return issues;
  return fill(key, template, example).then(
    () => [],
    (error: unknown) => [issueOf("body", error)],
  );
}

async function checkField(
  field: keyof TemplateText,
  key: TemplateKey,
  source: string,
): Promise<Issue[]> {
  try {
    const names = await ask<string[]>({ kind: "names", field, source });
    // `.size` and the like of a known name are left to Liquid; all other names must be listed
    // exactly.
    const unknown = names.filter((name) => !variablesOf[key].includes(name));
    return [...new Set(unknown)].map((name) => ({
      path: field,
      code: "unknown_variable",
      message: `There is no variable ${name} in this template.`,
    }));
  } catch (error) {
    return [issueOf(field, error)];
  }
}

function issueOf(path: string, error: unknown): Issue {
  if (!(error instanceof TemplateError)) throw error;
  return { path, code: "invalid_template", message: error.reason };
}

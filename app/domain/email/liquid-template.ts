import { Liquid, type Template } from "liquidjs";
import { LRUCache } from "lru-cache";
import type { TemplateKey } from "~/contract/email";
import type { Issue } from "~/contract/errors";
import { completeValues, type MailValues, variablesOf } from "./template-variables";

/** No tag that reads a file, no filter that lifts the escaping: what a template can do is branch, count and put in words. */
const TAGS = ["if", "unless", "case", "for", "break", "continue", "assign", "capture", "comment"];
const FILTERS = [
  "append", "capitalize", "default", "divided_by", "downcase", "first", "join", "last", "minus", "plus", "prepend", "remove", "replace",
  "round", "size", "slice", "split", "strip", "times", "truncate", "truncatewords", "upcase", "url_encode",
]; // prettier-ignore

function makeEngine(outputEscape?: "escape"): Liquid {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // Characters parsed, milliseconds and memory units of one rendering: a template that loops ends as an error, not as a hang.
    parseLimit: 200_000,
    renderLimit: 500,
    memoryLimit: 2_000_000,
    templates: {}, // there is no file system behind it
    ...(outputEscape && { outputEscape }),
  });
  for (const name of Object.keys(engine.tags)) if (!TAGS.includes(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) if (!FILTERS.includes(name)) delete engine.filters[name];
  return engine;
}

const html = makeEngine("escape");
const plain = makeEngine();

/** By characters: what a body is parsed into is many times its size. */
const parsedBodies = new LRUCache<string, Template[]>({
  maxSize: 2_000_000,
  sizeCalculation: (_, body) => body.length + 1,
});

function parseBody(body: string): Template[] {
  const known = parsedBodies.get(body);
  if (known) return known;
  const parsed = html.parse(body);
  parsedBodies.set(body, parsed);
  return parsed;
}

export interface TemplateText {
  subject: string;
  body: string;
}
export interface RenderedTemplate {
  subject: string;
  /** The body's HTML, without the layout. */
  content: string;
}

/** Fills a template; values are escaped in the body. Throws a LiquidError for a name, filter or amount of work it may not have. */
export function renderTemplate(key: TemplateKey, template: TemplateText, given: MailValues): RenderedTemplate {
  const values = completeValues(key, given);
  const subject = String(plain.renderSync(plain.parse(template.subject), values));
  return {
    subject: subject.replace(/\s+/g, " ").trim(),
    content: String(html.renderSync(parseBody(template.body), values)),
  };
}

/** What is wrong with a template, field by field: syntax, unknown variables by name, and more work than one mail may cost. */
export function checkTemplate(key: TemplateKey, template: TemplateText, example: MailValues): Issue[] {
  const issues = [
    ...checkField("subject", plain, key, template.subject),
    ...checkField("body", html, key, template.body),
  ];
  if (issues.length > 0) return issues;
  try {
    renderTemplate(key, template, example);
    return [];
  } catch (error) {
    return [{ path: "body", code: "invalid_template", message: reasonOf(error) }];
  }
}

function checkField(path: string, engine: Liquid, key: TemplateKey, source: string): Issue[] {
  try {
    const used = engine.globalVariableSegmentsSync(engine.parse(source));
    const unknown = used.map((segments) => segments.join(".")).filter((name) => !isKnown(key, name));
    return [...new Set(unknown)].map((name) => ({
      path,
      code: "unknown_variable",
      message: `There is no variable ${name} in this template.`,
    }));
  } catch (error) {
    return [{ path, code: "invalid_template", message: reasonOf(error) }];
  }
}

/** `.size` and the like of a known name are filters' business; everything else is listed to the letter. */
function isKnown(key: TemplateKey, name: string): boolean {
  return variablesOf[key].includes(name);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.split("\n")[0]!.slice(0, 300) : "This template cannot be read.";
}

import { readFileSync } from "node:fs";
import ts from "typescript";

/** A text of the pages: an English text, or both English forms of a count. */
export interface PageText {
  /** Its translation key; for a count the plural form. */
  key: string;
  /** English, if different from the key, which has the context as a suffix. */
  english: string;
  /** Singular form; null for texts without a count. */
  one: string | null;
  file: string;
}

/** Attributes and props that are visible or read aloud. */
const SHOWN = new Set(
  "label title placeholder description aria-label aria-description alt hint legend heading summary message text aside lead button empty caption tooltip note".split(
    " ",
  ),
);
/** Elements that contain names and codes, which are not translated. */
const CODE = new Set(["code", "kbd", "Key", "pre", "style", "script"]);
/** Lists of codes (EUR USD), and drawings. */
const CODES = /^[A-Z]{2,3}( [A-Z]{2,3})*$|^M\d/;
/** Names, which are the same in every language. */
const NAMES = new Set(["Booking Service", "HTML", "React", "WordPress", "Samsung Internet"]);
const hasWord = (text: string) => /\p{L}{2}/u.test(text);

/** Texts passed to t, plural and msg (i18n/text.ts), in source order. */
export function pageTexts(files: readonly string[]): PageText[] {
  return files.flatMap((file) => {
    const texts: PageText[] = [];
    walk(parse(file), (node) => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
      const [first, second, third] = node.arguments.map((argument) =>
        ts.isStringLiteralLike(argument) ? argument.text : null,
      );
      const name = node.expression.text;
      const context = contextOf(node.arguments[1]);
      if ((name === "t" || name === "msg") && typeof first === "string")
        texts.push({
          key: context === null ? first : `${first}_${context}`,
          english: first,
          one: null,
          file,
        });
      if (name === "plural" && typeof second === "string" && typeof third === "string")
        texts.push({ key: third, english: third, one: second, file });
    });
    return texts;
  });
}

/** The context of t("Desk", { context: "resource" }). */
function contextOf(options: ts.Expression | undefined): string | null {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return null;
  for (const property of options.properties)
    if (
      ts.isPropertyAssignment(property) &&
      property.name.getText() === "context" &&
      ts.isStringLiteralLike(property.initializer)
    )
      return property.initializer.text;
  return null;
}

/** Untranslated texts in markup: "file:line text". */
export function textsOutside(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const source = parse(file);
    const found: string[] = [];
    const note = (node: ts.Node, text: string) =>
      found.push(
        `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1} ${text.trim()}`,
      );
    walk(source, (node) => {
      if (
        ts.isJsxText(node) &&
        !NAMES.has(node.text.trim()) &&
        hasWord(node.text.replace(/&\w+;/g, "")) &&
        !isCode(node.parent)
      )
        note(node, node.text);
      if (
        ts.isJsxAttribute(node) &&
        SHOWN.has(node.name.getText(source)) &&
        node.initializer !== undefined
      )
        for (const text of shownLiterals(node.initializer)) note(node, text);
      if (
        ts.isJsxExpression(node) &&
        !ts.isJsxAttribute(node.parent) &&
        !isCode(node.parent) &&
        node.expression
      )
        for (const text of shownLiterals(node.expression)) note(node, text);
    });
    return found;
  });
}

/**
 * Untranslated sentences and labels outside markup, in tables and action results: "file:line text".
 */
export function literalsOutside(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const source = parse(file);
    const found: string[] = [];
    const visit = (node: ts.Node) => {
      if (isSpokenFor(node)) return;
      if (readsAsText(node))
        found.push(
          `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1} ${node.getText(source)}`,
        );
      else ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** Calls whose arguments are translated elsewhere or never displayed (errors and logs). */
function isSpokenFor(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isNewExpression(node)) return true;
  return ts.isCallExpression(node) && /^(t|msg|plural|log\.\w+)$/.test(node.expression.getText());
}

/**
 * Starts with a capital letter and has a second word, or is the value of a property such as
 * `label`.
 */
function readsAsText(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  const text = ts.isStringLiteralLike(node) ? node.text : node.getText().slice(1, -1);
  if (!/^\p{Lu}/u.test(text) || CODES.test(text) || NAMES.has(text)) return false;
  return (
    /\p{L}\s+\p{L}/u.test(text) ||
    (ts.isPropertyAssignment(node.parent) && SHOWN.has(node.parent.name.getText()))
  );
}

/**
 * Literals that an expression may evaluate to: both branches of a conditional, but not its test.
 */
function shownLiterals(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return hasWord(node.text) ? [node.text] : [];
  if (ts.isTemplateExpression(node)) {
    const text = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
      .map((part) => part.text)
      .join("…");
    return hasWord(text) ? [text] : [];
  }
  if (ts.isJsxExpression(node))
    return node.expression === undefined ? [] : shownLiterals(node.expression);
  if (ts.isParenthesizedExpression(node)) return shownLiterals(node.expression);
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap(shownLiterals);
  if (ts.isBinaryExpression(node) && /^(&&|\|\||\?\?)$/.test(node.operatorToken.getText()))
    return shownLiterals(node.right);
  return [];
}

function isCode(node: ts.Node): boolean {
  return ts.isJsxElement(node) && CODE.has(node.openingElement.tagName.getText());
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

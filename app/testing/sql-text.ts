// Places in the text of a statement, found by its brackets.

/** The text of the innermost pair of brackets around a place (all of it where there is none), cut at the words of set operations. */
export function blockAround(text: string, place: number): string {
  let depth = 0;
  let start = place;
  while (start > 0 && depth >= 0) {
    start -= 1;
    if (text[start] === ")") depth += 1;
    else if (text[start] === "(") depth -= 1;
  }
  return withinSetOperation(text.slice(start, endOfBlock(text, place)), place - start);
}

/** The place after the bracket that closes the block around `place`. */
export function endOfBlock(text: string, place: number): number {
  let depth = 0;
  let end = place;
  for (; end < text.length && depth >= 0; end++) {
    if (text[end] === "(") depth += 1;
    else if (text[end] === ")") depth -= 1;
  }
  return end;
}

function withinSetOperation(block: string, place: number): string {
  let depth = 0;
  let from = 0;
  for (const match of block.matchAll(/[()]|\bunion\b|\bintersect\b|\bexcept\b/gi)) {
    if (match[0] === "(") depth += 1;
    else if (match[0] === ")") depth -= 1;
    else if (depth <= (block.startsWith("(") ? 1 : 0)) {
      if (match.index > place) return block.slice(from, match.index);
      from = match.index;
    }
  }
  return block.slice(from);
}

/** Without comments and the content of strings: words in them are no tables. */
export function withoutLiterals(statement: string): string {
  return statement
    .replace(/--[^\n]*/g, " ")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, " ");
}

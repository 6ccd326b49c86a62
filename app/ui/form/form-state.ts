/** A form that was refused, as http's `submit` answers it. */
export interface FormRefusal {
  error?: Record<string, string[] | null> | null | undefined;
  initialValue?: Record<string, unknown> | null | undefined;
}

/** What the fields of a form show, by their names ("address.city", "tiers[0].hours"). */
export interface FormState {
  text(name: string): string;
  list(name: string): string[];
  problem(name: string): string | undefined;
  /** What is wrong with the form as a whole. */
  problems: string[];
  /** Whether this form was just refused, so that it should be open. */
  is_refused: boolean;
}

/**
 * What a form shows: what was typed where it was just refused, else what is stored. Where a page has several forms, `intent` says which
 * of them was sent; the others go on showing what is stored.
 */
export function formState(stored: object, refusal: FormRefusal | undefined, intent?: string): FormState {
  const typed = refusal?.initialValue ?? undefined;
  const isMine = refusal !== undefined && (intent === undefined || typed?.intent === intent);
  const source = isMine && typed !== undefined ? typed : stored;
  const errors = isMine ? (refusal.error ?? {}) : {};
  const list = (name: string) => {
    const value = valueAt(source, name);
    return (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null).map(String);
  };
  return {
    text: (name) => list(name)[0] ?? "",
    list,
    problem: (name) => joined(Object.entries(errors).filter(([path]) => path === name || isItemOf(path, name))),
    problems: errors[""] ?? [],
    is_refused: isMine && refusal.error != null,
  };
}

/** "origins[1]" belongs to the one field "origins"; "tiers[0].hours" has a field of its own. */
const isItemOf = (path: string, name: string) => path.startsWith(`${name}[`) && path.endsWith("]");

const joined = (errors: [string, string[] | null][]) =>
  [...new Set(errors.flatMap(([, messages]) => messages ?? []))].join(" ") || undefined;

function valueAt(source: unknown, name: string): unknown {
  return name
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | null | undefined)?.[part], source);
}

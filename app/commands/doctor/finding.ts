/**
 * Result of a check: `ok`, `warn` (works, but not permanently or not for everyone), `fail`
 * (something doesn't work).
 */
export interface Finding {
  state: "ok" | "warn" | "fail";
  summary: string;
  /** How to fix it. */
  advice?: string;
}

export interface Check {
  name: string;
  run: () => Promise<Finding>;
}

export const ok = (summary: string): Finding => ({ state: "ok", summary });
export const warn = (summary: string, advice: string): Finding => ({
  state: "warn",
  summary,
  advice,
});
export const fail = (summary: string, advice: string): Finding => ({
  state: "fail",
  summary,
  advice,
});

/** Runs a check; an error in the check itself becomes a finding. */
export async function runCheck({ name, run }: Check): Promise<Finding & { name: string }> {
  try {
    return { name, ...(await run()) };
  } catch (error) {
    return {
      name,
      ...fail((error as Error).message, "The check itself failed."),
    };
  }
}

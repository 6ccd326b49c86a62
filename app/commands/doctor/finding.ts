/** What one check found: `ok`, `warn` (works, but will not for ever, or not for everybody), `fail` (something does not work). */
export interface Finding {
  state: "ok" | "warn" | "fail";
  said: string;
  /** What to do about it. */
  advice?: string;
}

export interface Check {
  name: string;
  run: () => Promise<Finding>;
}

export const ok = (said: string): Finding => ({ state: "ok", said });
export const warn = (said: string, advice: string): Finding => ({ state: "warn", said, advice });
export const fail = (said: string, advice: string): Finding => ({ state: "fail", said, advice });

/** What was found, and what a check could not find out for an error of its own. */
export async function runCheck({ name, run }: Check): Promise<Finding & { name: string }> {
  try {
    return { name, ...(await run()) };
  } catch (error) {
    return {
      name,
      ...fail(
        (error as Error).message,
        "The check itself failed; what it names is the place to look.",
      ),
    };
  }
}

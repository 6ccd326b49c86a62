import { t } from "~/i18n/text";
import { Notice } from "../feedback/notice";
import type { FormRefusal } from "./page-form";

/**
 * Joins all errors of a form; "" for none. Messages marked with msg are translated; the contract's
 * stay in English.
 */
export function allProblems(error: FormRefusal["error"]): string {
  return [...new Set(Object.values(error ?? {}).flatMap((messages) => messages ?? []))]
    .map((text) => t(text))
    .join(" ");
}

/** Errors that belong to no visible field. */
export function Problems({ refusal }: { refusal: FormRefusal | undefined }) {
  const problems = allProblems(refusal?.error);
  return problems === "" ? null : <Notice tone="bad">{problems}</Notice>;
}

import { t } from "~/i18n/text";
import { Notice } from "../feedback/notice";
import type { FormRefusal } from "./page-form";

/** All that is wrong with a form, in one text; "" for nothing. Messages of forms are marked by msg; those of the contract stay in English. */
export function allProblems(error: FormRefusal["error"]): string {
  return [...new Set(Object.values(error ?? {}).flatMap((messages) => messages ?? []))]
    .map((text) => t(text))
    .join(" ");
}

/** What is wrong with a form that has no fields to say it at. */
export function Problems({ refusal }: { refusal: FormRefusal | undefined }) {
  const problems = allProblems(refusal?.error);
  return problems === "" ? null : <Notice tone="bad">{problems}</Notice>;
}

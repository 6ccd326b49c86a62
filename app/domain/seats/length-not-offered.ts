import { type AppError, invalidField } from "~/lib/app-error";

/** What was asked for in a length that it is not offered in. */
export const lengthNotOffered = (): AppError =>
  invalidField("length_minutes", "This length is not offered. Choose another one.", "not_offered");

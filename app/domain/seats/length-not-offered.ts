import { type AppError, invalidField } from "~/lib/app-error";

/** The error for a length that is not offered. */
export const lengthNotOffered = (): AppError =>
  invalidField("length_minutes", "This length is not offered. Choose another one.", "not_offered");

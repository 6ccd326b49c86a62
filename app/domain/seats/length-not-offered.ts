import { type AppError, invalidField } from "~/lib/app-error";

export const lengthNotOffered = (): AppError =>
  invalidField("length_minutes", "This length is not offered. Choose another one.", "not_offered");

import { z } from "zod";
import { Json } from "./common";
import { type ErrorCode, errorStatus } from "./errors";

export const FieldProblem = z
  .object({
    path: z
      .string()
      .describe("Path of the field, with dots, e.g. customer.email or rules.0.start."),
    code: z.string().describe("Machine-readable type of the problem."),
    message: z.string().describe("What is wrong, in words for the person who filled in the field."),
  })
  .describe("A problem with one field.");

export const ErrorBody = z
  .object({
    error: z
      .object({
        code: z
          .enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]])
          .describe("Machine-readable error code."),
        message: z.string().describe("What went wrong, in one sentence."),
        issues: z
          .array(FieldProblem)
          .optional()
          .describe("Problems by field; with validation_failed."),
        details: z
          .record(z.string(), Json)
          .optional()
          .describe("More about the error, by code, e.g. alternatives or missing."),
        request_id: z
          .string()
          .describe("X-Request-Id of the call; quote it when you ask for help."),
      })
      .describe("What went wrong."),
  })
  .describe("The body of every error, whatever its status.");
export type ErrorBody = z.infer<typeof ErrorBody>;

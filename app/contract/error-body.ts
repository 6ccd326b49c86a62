import { z } from "zod";
import { Json } from "./common";
import { type ErrorCode, errorStatus } from "./errors";

/** One thing wrong with one field of what was sent. */
export const FieldProblem = z.object({
  path: z.string().describe("the field, dotted: customer.email, rules.0.start"),
  code: z.string().describe("what kind of problem, for programs"),
  message: z.string().describe("what is wrong, in words for the person who filled the field in"),
});

/** The body of the body of every error, whatever its status. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]), // the keys of the one table of errors
    message: z.string().describe("one sentence for a person"),
    issues: z.array(FieldProblem).optional().describe("with validation_failed: field by field"),
    details: z.record(z.string(), Json).optional().describe("what else helps, by code: alternatives, missing"),
    request_id: z.string().describe("the same as in X-Request-Id; name it when you ask for help"),
  }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

import type { z } from "zod";
import { VerifyCode } from "~/contract/auth";

/** Form fields; the address the code was sent to is in a cookie. */
export const Code = VerifyCode.pick({ code: true });
export type Code = z.output<typeof Code>;

import type { z } from "zod";
import { VerifyCode } from "~/contract/auth";

/** What the form sends; the address that the code went to is in the browser's cookie. */
export const Code = VerifyCode.pick({ code: true });
export type Code = z.output<typeof Code>;

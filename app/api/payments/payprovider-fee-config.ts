import { payments } from "~/contract/payments";
import { readFeeConfig } from "~/domain/payments/fee-config.server";
import { api, on } from "~/http/api.server";

const route = api(on(payments.feeConfig, ({ actor }) => readFeeConfig(actor)));
export const loader = route.loader;
export const action = route.action;

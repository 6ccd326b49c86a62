import { fork } from "node:child_process";
import { once } from "node:events";
import { makeKey } from "../factory";
import { makeSampleTenant } from "../sample-tenant";

/** The slowest response of a period. */
interface Slowest {
  ms: number;
  path: string;
}

/** Measures the wait of another company's guest and of a monitor. */
export interface Probe {
  /** Slowest response since the last call. */
  slowest: () => Promise<Slowest>;
  stop: () => void;
}

export async function startProbe(base: string): Promise<Probe> {
  const { owner, ids } = await makeSampleTenant();
  const key = await makeKey(owner);
  const times = new URLSearchParams({ resource_id: ids.resource, schedule_id: ids.schedule });
  const asks = [
    { path: "/healthz", headers: {} },
    { path: `/api/widget/availability?${times}`, headers: { "x-publishable-key": key } },
  ];
  const child = fork(new URL("probe-client.mjs", import.meta.url), [base, JSON.stringify(asks)], {
    execArgv: [],
  });
  await once(child, "message");
  const slowest = async () => {
    const response = once(child, "message");
    child.send("slowest");
    return ((await response) as [Slowest])[0];
  };
  await slowest(); // discard start-up
  return { slowest, stop: () => void child.kill() };
}

import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import type { StaffActor } from "~/domain/identity/actor";
import { eraseCustomer, runErasure } from "~/domain/privacy/erase-customer.server";
import { exportCustomer } from "~/domain/privacy/export-customer.server";

/** Erases a customer and does the job's part, as the worker would. */
export async function eraseWhole(actor: StaffActor, id: string): Promise<void> {
  await eraseCustomer(actor, id);
  await runErasure(actor.tenant.id, id);
}

/** A customer's export as the file says it. */
export async function readExport(actor: StaffActor, id: string): Promise<Record<string, unknown>> {
  return JSON.parse(await text(Readable.from(await exportCustomer(actor, id)))) as Record<
    string,
    unknown
  >;
}

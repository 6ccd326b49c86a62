import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import type { StaffActor } from "~/domain/identity/actor";
import { eraseCustomer, runErasure } from "~/domain/privacy/erase-customer.server";
import { exportCustomer } from "~/domain/privacy/export-customer.server";

/** Erases a customer, including the worker's part. */
export async function eraseWhole(actor: StaffActor, id: string): Promise<void> {
  await eraseCustomer(actor, id);
  await runErasure(actor.tenant.id, id);
}

/** A customer's export as parsed from its file. */
export async function readExport(actor: StaffActor, id: string): Promise<Record<string, unknown>> {
  return JSON.parse(await text(Readable.from(await exportCustomer(actor, id)))) as Record<
    string,
    unknown
  >;
}

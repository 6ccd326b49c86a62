// Import before anything that reads the environment: a Postgres on a disk small enough to fill.
// Mounting it requires root.
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProofPostgres, startProofPostgres } from "./proof-postgres";

const DISK = "400m";
const BLOCK = Buffer.alloc(1 << 20);

const disk = mkdtempSync(join(tmpdir(), "booking-disk-"));
const isMounted =
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK},mode=711`, "tmpfs", disk]).status === 0;
if (!isMounted) rmdirSync(disk);
const ballast = join(disk, "ballast");

/** null: no disk could be mounted. */
export const smallDisk: {
  postgres: ProofPostgres;
  fill: () => void;
  empty: () => void;
  remove: () => void;
} | null = isMounted
  ? {
      postgres: await startProofPostgres(folderIn(disk)),
      /** Fills it to the last byte. */
      fill: () => {
        const file = openSync(ballast, "a");
        for (let size = BLOCK.length; size >= 1; size = Math.floor(size / 2))
          while (written(file, size) === size) continue;
        closeSync(file);
      },
      empty: () => rmSync(ballast),
      remove: () => {
        spawnSync("umount", [disk]);
        rmdirSync(disk);
      },
    }
  : null;

function folderIn(root: string): string {
  const folder = join(root, "data");
  mkdirSync(folder);
  return folder;
}

/** Bytes written; fewer if the disk is full. */
function written(file: number, size: number): number {
  try {
    return writeSync(file, BLOCK, 0, size);
  } catch {
    return 0;
  }
}

import { readdir } from "node:fs/promises";
import type { Job } from "./define-job";

/** Loads every job of this folder, by file name. */
export async function loadJobs(): Promise<Job[]> {
  const files = (await readdir(new URL(".", import.meta.url))).filter((file) =>
    /\.job\.server\.[jt]s$/.test(file),
  );
  const modules = await Promise.all(
    files
      .sort()
      .map((file) => import(new URL(file, import.meta.url).href) as Promise<{ default: Job }>),
  );
  return modules.map((module) => module.default);
}

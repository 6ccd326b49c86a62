// yazl 3 has no types; these cover what we use.
declare module "yazl" {
  import type { EventEmitter } from "node:events";
  import type { PassThrough, Readable } from "node:stream";

  export class ZipFile extends EventEmitter {
    readonly outputStream: PassThrough;
    addReadStreamLazy(
      path: string,
      options: { compress?: boolean; mtime?: Date },
      open: (done: (error: Error | null, stream: Readable) => void) => void,
    ): void;
    end(): void;
  }
}

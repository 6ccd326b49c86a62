import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file of an archive; its text is generated in chunks when it is written. */
export interface ArchiveFile {
  name: string;
  text: () => AsyncIterable<string>;
}

/**
 * A zip archive (deflate, Zip64 where needed) streamed at the reader's pace: only a few chunks are
 * in memory.
 */
export function zipStream(files: ArchiveFile[]): Readable {
  const zip = new ZipFile();
  zip.on("error", (error) => zip.outputStream.destroy(error));
  for (const { name, text } of files)
    zip.addReadStreamLazy(name, { compress: true }, (open) =>
      open(null, Readable.from(text(), { objectMode: false })),
    );
  zip.end();
  return zip.outputStream;
}

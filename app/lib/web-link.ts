/** A provider's URL, if it is a web address; only those become links. */
export const webLink = (url: string | null | undefined): string | null =>
  url != null && /^https?:\/\//.test(url) ? url : null;

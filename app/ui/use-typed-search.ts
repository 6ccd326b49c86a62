import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";

/**
 * What the server finds for what is being typed. `load` names a page's data that says for what it was found, `q`. The first question waits
 * for the way to that page, and may be answered after the next one: the older answer is then taken back by asking once more.
 */
export function useTypedSearch<Answer extends { q: string }>(key: string, page: string) {
  const fetcher = useFetcher<Answer>({ key });
  const { load, state } = fetcher;
  const data = fetcher.data as Answer | undefined; // JSON as the loader gave it
  const asked = useRef({ q: "", again: false });
  const read = useCallback((q: string) => load(`${page}?q=${encodeURIComponent(q)}`), [load, page]);
  const ask = useCallback(
    (q: string) => {
      asked.current = { q, again: false };
      read(q);
    },
    [read],
  );
  useEffect(() => {
    const { q, again } = asked.current;
    if (state !== "idle" || data === undefined || q === "" || data.q === q || again) return;
    asked.current.again = true;
    read(q);
  }, [state, data, read]);
  return { data, state, ask };
}

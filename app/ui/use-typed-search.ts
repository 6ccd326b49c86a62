import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";

/**
 * Server search while typing. `load` names page data that includes its query, `q`. The first
 * request waits for the route's code and may finish after the next one; a stale response triggers
 * another request.
 */
export function useTypedSearch<Answer extends { q: string }>(key: string, page: string) {
  const fetcher = useFetcher<Answer>({ key });
  const { load, state } = fetcher;
  const data = fetcher.data as Answer | undefined; // JSON from the loader
  const lastSearch = useRef({ q: "", again: false });
  const read = useCallback((q: string) => load(`${page}?q=${encodeURIComponent(q)}`), [load, page]);
  const ask = useCallback(
    (q: string) => {
      lastSearch.current = { q, again: false };
      read(q);
    },
    [read],
  );
  useEffect(() => {
    const { q, again } = lastSearch.current;
    if (state !== "idle" || data === undefined || q === "" || data.q === q || again) return;
    lastSearch.current.again = true;
    read(q);
  }, [state, data, read]);
  return { data, state, ask };
}

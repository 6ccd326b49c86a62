import { useFetchers, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { hasConnection, onConnection } from "../connection/cut-off";
import { forgetAhead } from "../fetched-ahead";
import { listenForChanges } from "./listen";
import { isRouterAtWork } from "./router-at-work";

/** Batches changes that arrive together. */
const GATHER_MS = 300;
/** Spreads the requests of a company's windows. */
const JITTER_MS = 200;
const LEAST_PAUSE_MS = 2000;
/** Polling interval without a stream. */
const POLL_MS = 15_000;

export interface Live {
  /** When the displayed data was loaded, epoch ms; null before scripts run. */
  as_of: number | null;
  /** false: polls every 15 seconds. */
  is_live: boolean;
  /** false: the last request got no response. */
  is_reached: boolean;
}

/** Checked before polling, because a failed revalidation would replace the page with an error. */
const isServerThere = (): Promise<boolean> =>
  fetch("/healthz").then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Keeps a dashboard page current: reruns its loaders after changes elsewhere, but never while the
 * person is interacting.
 */
export function useLive(): Live {
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const [live, setLive] = useState<Live>({ as_of: null, is_live: false, is_reached: true });
  const latest = useRef({ revalidator, navigation, fetchers });
  // After rendering: revalidating before it would lose the message of a saved form.
  useEffect(() => {
    latest.current = { revalidator, navigation, fetchers };
  });

  useEffect(
    () => setLive((before) => ({ ...before, as_of: Date.now() })),
    [navigation.location, revalidator.state],
  );

  useEffect(() => {
    let last = Date.now();
    let isWaiting = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isBusy = () =>
      document.hidden ||
      isRouterAtWork() ||
      latest.current.navigation.state !== "idle" ||
      latest.current.revalidator.state !== "idle" ||
      latest.current.fetchers.some(({ state }) => state !== "idle") ||
      document.querySelector("[data-proposing]") !== null;
    const attempt = () => {
      if (!isWaiting) return;
      if (isBusy()) return void (timer = setTimeout(attempt, GATHER_MS));
      isWaiting = false;
      last = Date.now();
      latest.current.revalidator.revalidate();
    };
    const ask = () => {
      if (isWaiting) return;
      isWaiting = true;
      const pause = Math.max(
        GATHER_MS + Math.random() * JITTER_MS,
        last + LEAST_PAUSE_MS - Date.now(),
      );
      timer = setTimeout(attempt, pause);
    };
    const look = async () => {
      const is_reached = hasConnection() && (await isServerThere());
      setLive((before) => ({ ...before, is_reached }));
      if (is_reached) ask();
    };
    const stopLooking = onConnection(() => void look());
    let poll: ReturnType<typeof setInterval> | undefined;
    const stop = listenForChanges({
      onChange: () => {
        forgetAhead();
        ask();
      },
      onState: (is_live) => {
        clearInterval(poll);
        if (!is_live) poll = setInterval(() => void look(), POLL_MS);
        setLive((before) => ({ ...before, is_live, is_reached: before.is_reached || is_live }));
      },
    });
    return () => {
      stop();
      stopLooking();
      clearTimeout(timer);
      clearInterval(poll);
    };
  }, []);
  return live;
}

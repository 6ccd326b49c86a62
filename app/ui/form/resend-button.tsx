import { useEffect, useState } from "react";
import { t } from "~/i18n/text";
import { Button } from "../kit/button";

/**
 * Requests a new code, enabled after `afterSeconds`. Before JavaScript loads it is always enabled;
 * the server enforces the wait.
 */
export function ResendButton({ afterSeconds }: { afterSeconds: number }) {
  const left = useCountdown(afterSeconds);
  return (
    <Button
      type="submit"
      variant="quiet"
      size="small"
      className="-ms-2 disabled:bg-transparent disabled:text-muted"
      disabled={left > 0}
    >
      {left > 0 ? t("New code in {{left}} s", { left }) : t("Send a new code")}
    </Button>
  );
}

/** Remaining whole seconds, counted in the browser; 0 until JavaScript runs. */
function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const endsAt = performance.now() + seconds * 1000;
    const count = () => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)));
    count();
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

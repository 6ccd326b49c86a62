import { type MouseEvent, useState } from "react";
import styles from "./guide-text.module.css";

/** Displays HTML from docs/render-markdown.server.ts; its code blocks can be copied. */
export function GuideText({ html }: { html: string }) {
  const [copied, setCopied] = useState("");
  // The copy buttons are part of the rendered HTML, so one delegated listener handles them all.
  const copy = async ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest("button[data-copy]") : null;
    const code = button?.closest("figure")?.querySelector("code");
    if (!button || !code) return;
    await navigator.clipboard.writeText(code.textContent ?? "");
    button.textContent = "Copied";
    setCopied(`Copied ${code.textContent?.split("\n")[0] ?? ""}`);
  };
  return (
    <>
      <div
        className={styles.text}
        onClick={(event) => void copy(event)}
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <p role="status" className="hidden-text">
        {copied}
      </p>
    </>
  );
}

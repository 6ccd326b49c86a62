import { Loader, useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import script from "swagger-ui-dist/swagger-ui-bundle.js?url";
import styleSheet from "swagger-ui-dist/swagger-ui.css?url";
import { Notice } from "../feedback/notice";
import { oneOperation } from "./one-operation";
import styles from "./operation-fields.module.css";

declare global {
  interface Window {
    /** What Swagger UI's script leaves behind. */
    SwaggerUIBundle?: (options: Record<string, unknown>) => unknown;
  }
}
/**
 * The fields of one operation, by Swagger UI from this service's own OpenAPI document. Its script is large, so it is fetched when this
 * is shown and nowhere else; it is given one operation, because all of them take it many seconds.
 */
export function OperationFields({ id }: { id: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const scheme = useComputedColorScheme("light");

  useEffect(() => {
    let isGone = false;
    const style = addToHead("link", { rel: "stylesheet", href: styleSheet });
    const show = async () => {
      const [spec] = await Promise.all([
        fetchOperation(id),
        loaded(style),
        window.SwaggerUIBundle ?? loaded(addToHead("script", { src: script })),
      ]);
      if (isGone || !window.SwaggerUIBundle) return;
      window.SwaggerUIBundle({
        spec,
        domNode: place.current,
        docExpansion: "full",
        defaultModelsExpandDepth: -1,
        // Its colours are too faint in one scheme or the other.
        syntaxHighlight: { activated: false },
        // It describes the API; calls are made with a key of one's own, and not from here with the reader's session.
        supportedSubmitMethods: [],
        // Nothing is sent to anyone else.
        validatorUrl: null,
        onComplete: () => setState("shown"),
      });
    };
    show().catch(() => setState("failed"));
    return () => {
      isGone = true;
      style.remove();
    };
  }, [id]);

  // Swagger UI knows the dark scheme by a class of the root.
  useEffect(() => {
    const root = document.documentElement.classList;
    root.toggle("dark-mode", scheme === "dark");
    return () => root.remove("dark-mode");
  }, [scheme]);

  return (
    <>
      {state === "failed" && <Notice tone="bad">The fields could not be loaded. Reload the page to try again.</Notice>}
      {state === "loading" && (
        <p className={`${styles.loading} needs-script`} role="status">
          <Loader size="sm" /> Loading the fields…
        </p>
      )}
      <div ref={place} className={styles.fields} />
    </>
  );
}

async function fetchOperation(id: string) {
  const answer = await fetch("/api/openapi.json");
  if (!answer.ok) throw new Error("The OpenAPI document could not be read.");
  return oneOperation((await answer.json()) as Parameters<typeof oneOperation>[0], id); // of this service
}

function addToHead<Tag extends "link" | "script">(tag: Tag, values: Partial<HTMLElementTagNameMap[Tag]>) {
  const element = Object.assign(document.createElement(tag), values);
  document.head.append(element);
  return element;
}

function loaded(element: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener("load", () => resolve(), { once: true });
    element.addEventListener("error", () => reject(new Error("It could not be loaded.")), { once: true });
  });
}

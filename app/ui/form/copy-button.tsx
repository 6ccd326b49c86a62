import { Button, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { Icon } from "../icon";

/** Puts a text on the clipboard and says so; `what` completes "Copy …". Hidden without JavaScript: then the text can be selected. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <>
      <Button
        className="needs-script"
        variant="default"
        aria-label={`Copy ${what}`}
        onClick={() => void copy()}
        leftSection={isCopied ? <Icon name="check" size={18} /> : null}
      >
        {isCopied ? "Copied" : "Copy"}
      </Button>
      <VisuallyHidden role="status">{isCopied ? `Copied ${what}` : ""}</VisuallyHidden>
    </>
  );
}

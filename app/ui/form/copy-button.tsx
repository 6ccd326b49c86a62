import { Button } from "@mantine/core";
import { useState } from "react";
import { Icon } from "../icon";

/** Puts a text on the clipboard and says that it is there. Not shown where no script runs: there the text can be selected. */
export function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <Button
      className="needs-script"
      variant="default"
      onClick={() => void copy()}
      leftSection={isCopied ? <Icon name="check" size={18} /> : null}
    >
      <span role="status">{isCopied ? "Copied" : "Copy"}</span>
    </Button>
  );
}

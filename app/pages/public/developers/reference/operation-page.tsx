import { GuideText } from "~/ui/developers/guide-text";
import { TextLink } from "~/ui/kit/link";

interface Props {
  /** Its group in the operation list. */
  noun: string;
  title: string;
  html: string;
}

/** One operation: example calls, input, output and errors. */
export function OperationPage({ noun, title, html }: Props) {
  return (
    <main id="content" tabIndex={-1} className="max-w-224 mx-auto outline-none">
      <p className="mt-6 mx-0 mb-0">
        <TextLink to={`/developers/reference#${noun}`}>All operations</TextLink>
      </p>
      <h1 className="mt-2 mx-0 mb-2 font-mono text-[1.5rem] font-semibold tracking-[-0.01em] leading-[2.375rem] wrap-anywhere">
        {title}
      </h1>
      <GuideText html={html} />
    </main>
  );
}

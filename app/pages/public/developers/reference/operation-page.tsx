import { GuideText } from "~/ui/developers/guide-text";
import { TextLink } from "~/ui/kit/link";
import styles from "./reference.module.css";

interface Props {
  /** Its group in the operation list. */
  noun: string;
  title: string;
  html: string;
}

/** One operation: example calls, input, output and errors. */
export function OperationPage({ noun, title, html }: Props) {
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <p className={styles.back}>
        <TextLink to={`/developers/reference#${noun}`}>All operations</TextLink>
      </p>
      <h1 className={styles.address}>{title}</h1>
      <GuideText html={html} />
    </main>
  );
}

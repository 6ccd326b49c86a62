import { Link, type LinkProps } from "@remix-run/react";
import type { ComponentPropsWithoutRef } from "react";
import styles from "./link.module.css";

export type AnyLinkProps = LinkProps | (ComponentPropsWithoutRef<"a"> & { href: string });

/** `to`: an internal page, without a reload. `href`: a file, another website, or an anchor. */
export function AnyLink(props: AnyLinkProps) {
  return "to" in props ? <Link {...props} /> : <a {...props} />;
}

/** A link in body text. */
export function TextLink({ className = "", ...props }: AnyLinkProps) {
  return <AnyLink {...props} className={`${styles.link} ${className}`} />;
}

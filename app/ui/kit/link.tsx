import { Link, type LinkProps } from "@remix-run/react";
import type { ComponentPropsWithoutRef } from "react";
import styles from "./link.module.css";

export type AnyLinkProps = LinkProps | (ComponentPropsWithoutRef<"a"> & { href: string });

/** `to`: a page of ours, without a reload. `href`: a file, another website, a part of the same page. */
export function AnyLink(props: AnyLinkProps) {
  return "to" in props ? <Link {...props} /> : <a {...props} />;
}

/** A link in running text. */
export function TextLink({ className = "", ...props }: AnyLinkProps) {
  return <AnyLink {...props} className={`${styles.link} ${className}`} />;
}

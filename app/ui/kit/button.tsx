import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Icon, type IconName } from "../icon";
import { AnyLink, type AnyLinkProps } from "./link";
import styles from "./button.module.css";

interface ButtonLook {
  /** "primary": what the page is for, once on a screen. "danger": what has no undo. "quiet": without a border. */
  variant?: "primary" | "danger" | "quiet";
  /** For rows of a list. */
  size?: "small";
  fullWidth?: boolean;
  icon?: IconName | null;
  endIcon?: IconName | null;
}

type ButtonProps = ButtonLook &
  ComponentPropsWithoutRef<"button"> & {
    /** At work: it cannot be pressed again, and shows it. */
    loading?: boolean;
  };

/** Sends no form unless it says `type="submit"`. */
export function Button({
  variant,
  size,
  fullWidth,
  icon,
  endIcon,
  loading,
  disabled,
  ...button
}: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      {...drawn({ variant, size, fullWidth, icon, endIcon }, button)}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      data-loading={loading || undefined}
    />
  );
}

/** A link that looks like a button. A link of another kind (a drawer's) takes `className` and `data-variant` from button.module.css. */
export function LinkButton({
  variant,
  size,
  fullWidth,
  icon,
  endIcon,
  ...link
}: ButtonLook & AnyLinkProps) {
  return <AnyLink {...link} {...drawn({ variant, size, fullWidth, icon, endIcon }, link)} />;
}

type IconButtonProps = Omit<ComponentPropsWithoutRef<"button">, "children"> & {
  icon: IconName;
  label: string;
};

/** A button that is an icon alone; `label` is read out, and shown to a pointer that rests on it. */
export function IconButton({ icon, label, className = "", ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={`${styles.icon} ${className}`}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} size={18} />
    </button>
  );
}

interface Given {
  className?: string | undefined;
  children?: ReactNode;
}

function drawn(
  { variant, size, fullWidth, icon, endIcon }: ButtonLook,
  { className = "", children }: Given,
) {
  return {
    className: `${styles.button} ${className}`,
    "data-variant": variant,
    "data-size": size,
    "data-full": fullWidth || undefined,
    children: (
      <>
        {icon && <Icon name={icon} size={16} />}
        <span>{children}</span>
        {endIcon && <Icon name={endIcon} size={16} />}
      </>
    ),
  };
}

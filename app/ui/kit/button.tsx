import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Icon, type IconName } from "../icon";
import { AnyLink, type AnyLinkProps } from "./link";

/** Classes of theme.css, for elements that can't be a Button or LinkButton. */
export const BUTTON = "button";
export const ICON_BUTTON = "icon-button";

interface ButtonLook {
  /** "primary": the main action, one per screen. "danger": irreversible. "quiet": no border. */
  variant?: "primary" | "danger" | "quiet";
  /** For list rows. */
  size?: "small";
  fullWidth?: boolean;
  icon?: IconName | null;
  endIcon?: IconName | null;
}

type ButtonProps = ButtonLook &
  ComponentPropsWithoutRef<"button"> & {
    /** Disables the button and shows a spinner. */
    loading?: boolean;
  };

/** Doesn't submit a form unless `type="submit"`. */
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

/** A link styled as a button. Other link components (such as a drawer's) use `BUTTON`. */
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

/** An icon-only button; `label` is its accessible name and tooltip. */
export function IconButton({ icon, label, className = "", ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={`${ICON_BUTTON} ${className}`}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} size={18} />
    </button>
  );
}

/** An icon-only link, like `IconButton`. */
export function IconLink({
  icon,
  label,
  className = "",
  ...link
}: AnyLinkProps & { icon: IconName; label: string }) {
  return (
    <AnyLink {...link} className={`${ICON_BUTTON} ${className}`} aria-label={label} title={label}>
      <Icon name={icon} size={18} />
    </AnyLink>
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
    className: `${BUTTON} ${className}`,
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

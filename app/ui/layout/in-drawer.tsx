import { createContext, type ReactNode, useContext } from "react";

/**
 * How content behaves in a drawer: it loads its own panels, and its forms return to the page below.
 */
export interface InDrawer {
  load: (search: string) => void;
  /** URL of the page below without a drawer. */
  to: string;
  /** URL of the page below with the drawer open. */
  here: string;
}

const DrawerContext = createContext<InDrawer | null>(null);
export const DrawerProvider = DrawerContext.Provider;
/** The surrounding drawer; null on a full page. */
export const useDrawer = (): InDrawer | null => useContext(DrawerContext);

interface TitleProps {
  className?: string | undefined;
  id?: string;
  children: ReactNode;
}

/** The page's h1; in a drawer an h2, since the page below has its own h1. */
export function MainTitle(props: TitleProps) {
  const Title = useDrawer() ? "h2" : "h1";
  return <Title {...props} />;
}

/** Title of a section. */
export function PartTitle(props: TitleProps) {
  const Title = useDrawer() ? "h3" : "h2";
  return <Title {...props} />;
}

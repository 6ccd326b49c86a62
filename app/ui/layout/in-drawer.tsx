import { createContext, type ReactNode, useContext } from "react";

/** What a drawer does in place of the page: it loads another part of the page itself, and its forms lead back to the page below. */
export interface InDrawer {
  load: (search: string) => void;
  /** The page below, with nothing open over it. */
  to: string;
  /** The same with the drawer open. */
  here: string;
}

const DrawerContext = createContext<InDrawer | null>(null);
export const DrawerProvider = DrawerContext.Provider;
/** The drawer that this part is shown in; null on a page of its own. */
export const useDrawer = (): InDrawer | null => useContext(DrawerContext);

interface TitleProps {
  className?: string | undefined;
  id?: string;
  children: ReactNode;
}

/** What a page is about: its one h1; in a drawer one level below, for the page underneath has its own. */
export function MainTitle(props: TitleProps) {
  const Title = useDrawer() ? "h2" : "h1";
  return <Title {...props} />;
}

/** The title of a part of it. */
export function PartTitle(props: TitleProps) {
  const Title = useDrawer() ? "h3" : "h2";
  return <Title {...props} />;
}

import { Icon } from "../icon";

/** The chevron of a collapsible part (`group/fold`): sideways, and down when it is open. */
export const FoldIcon = () => (
  <Icon
    name="down"
    size={16}
    className="group-not-open/fold:-rotate-90 rtl:group-not-open/fold:rotate-90"
  />
);

import type { Locator, Page } from "playwright/test";

/** Counts clicks, Enter, choices in a list, and drags. */
export function countPresses(page: Page) {
  let count = 0;
  return {
    click: async (target: Locator) => {
      count += 1;
      await target.click();
    },
    enter: async () => {
      count += 1;
      await page.keyboard.press("Enter");
    },
    choose: async (list: Locator, value: string) => {
      count += 1;
      await list.selectOption(value);
    },
    drag: async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      count += 1;
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 8 });
      await page.mouse.up();
    },
    count: () => count,
  };
}

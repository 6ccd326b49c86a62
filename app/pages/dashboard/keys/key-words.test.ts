import { expect, test } from "vitest";
import { websitesWords } from "./key-words";

test("a key names its websites, or says that it works on all", () => {
  expect(websitesWords(["https://www.example.com", "https://shop.example.com"])).toBe(
    "https://www.example.com, https://shop.example.com",
  );
  expect(websitesWords([])).toBe("All websites");
});

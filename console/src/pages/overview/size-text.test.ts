import { expect, test } from "@jest/globals";
import { sizeText } from "./size-text.ts";

test("a size is shown in a suitable unit", () => {
  const sizes = [0, 999, 1_000, 22_400_000, 74_700_000_000, 5e15];
  expect(sizes.map((bytes) => sizeText(bytes, "en"))).toStrictEqual([
    ...["0 byte", "999 byte", "1 kB", "22.4 MB", "74.7 GB", "5,000 TB"],
  ]);
});

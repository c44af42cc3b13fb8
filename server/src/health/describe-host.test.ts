import { statSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { dataFile, openData } from "../data/data-folder.ts";
import { describeHost } from "./describe-host.ts";

test("the size of the data includes the latest writes, which are in a log beside the file", async () => {
  const folder = temporaryFolder();
  const { store } = await openData(folder);
  const data = { text: "x".repeat(100_000) };
  await store.commit([{ op: "set", path: "workspaces/large", data }]);
  const { disk } = await describeHost(folder);
  expect(statSync(dataFile(folder)).size).toBeLessThan(100_000);
  expect(disk?.data).toBeGreaterThan(100_000);
  await store.close();
  expect((await describeHost(folder)).disk?.data).toBe(statSync(dataFile(folder)).size);
});

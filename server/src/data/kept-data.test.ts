import { join } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { layOut, readAllKeptData } from "../../testing/kept-data.ts";
import { serveData } from "../../testing/kept-service.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

for (const keptData of readAllKeptData())
  test(`data of format ${keptData.format} opens and serves: its reads, its credentials, its queued task`, async () => {
    const folder = join(temporaryFolder(), "data");
    layOut(keptData, folder);
    const service = await serveData(folder, keptData.at);
    onTestFinished(() => service.close());
    expectWithContext(keptData.reads.length, "something was kept").toBeGreaterThan(20);
    for (const { path, data, as, reply } of keptData.reads) {
      const { status, body } = await service.post(path, data, keptData.credentials[as]);
      expectWithContext(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
      // A later version may add fields but removes none.
      expectWithContext(body.result.data, path).toMatchObject(reply);
    }
    const { path, data, as, reply } = keptData.afterQueuedTask;
    const again = () => service.post(path, data, keptData.credentials[as]);
    expect((await again()).body.result.data).toMatchObject(reply);
    await service.queue.drain();
    expect((await again()).body.result.data).toMatchObject({ doomed: { success: true } });
  });

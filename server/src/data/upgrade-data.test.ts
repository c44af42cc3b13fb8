import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensure } from "@atrium/functions/testing/harness/jest/ensure";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { layOut, readAllKeptData } from "../../testing/kept-data.ts";
import { RunningServer } from "../../testing/running-server.ts";
import { start } from "../../testing/start.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

/** A data folder of an Atrium with format 1, and headers with a token of its key. */
function earlierFolder(): { folder: string; headers: Record<string, string> } {
  const folder = join(temporaryFolder(), "data");
  const [keptData] = readAllKeptData();
  ensure(keptData);
  layOut(keptData, folder);
  return { folder, headers: keptData.credentials.apiKey };
}

const backups = (folder: string) => readdirSync(folder).filter((name) => name.includes(".format-"));

for (const ATRIUM_WORKERS of ["1", "2"])
  test(`a start with ${ATRIUM_WORKERS} workers upgrades data of an earlier version, reports it on the terminal and in the log, and serves it`, async () => {
    const { folder, headers } = earlierFolder();
    const { child, end, listening, output } = start(folder, { ATRIUM_WORKERS, LOG_LEVEL: "info" });
    const server = new RunningServer(child, /listens on (\S+)/.exec(await listening)?.[1] ?? "");
    const { status, body } = await server.post("/v2/users/get", { organizationId: "acme" }, headers);
    expect(status).toBe(200);
    expect(body.result.data.map(({ userId }: { userId: string }) => userId).sort()).toStrictEqual(["ada", "lin"]);
    child.kill("SIGTERM");
    expect(await end).toBe(0);
    const [backup = "", ...others] = backups(folder);
    expect(others).toStrictEqual([]);
    expect(output.stderr).toMatch(
      /^atrium: The data file has format 1, .*\natrium: The data file has format \d+ now\. .*\n/,
    );
    expect(output.stderr).toContain(backup);
    const lines = output.stdout.split("\n").filter((line) => line.startsWith("{"));
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ from: 1, backup: join(folder, backup) }),
    );
  });

test("a command leaves data of an earlier version unchanged and says what to do; so does the doctor", async () => {
  const { folder } = earlierFolder();
  const before = readFileSync(join(folder, "atrium.db"));
  for (const args of [["credentials"], ["workspace", "create", "--email", "ada@example.com"]]) {
    const { code, stdout, stderr } = await atrium([...args, "--data", folder]);
    expect([code, stdout]).toStrictEqual([1, ""]);
    expect(stderr).toMatch(/^atrium: .* was written by an earlier Atrium \(data format 1, .*Start the server once/);
  }
  const doctor = await atrium(["doctor", "--data", folder]);
  expect(doctor.stdout).toMatch(
    /^warning +data format +1, of an earlier Atrium; this one writes \d+\. Start the server once/m,
  );
  expect(doctor.code).toBe(0);
  expect(readFileSync(join(folder, "atrium.db"))).toStrictEqual(before);
  expect(backups(folder)).toStrictEqual([]);
});

test("without its secrets, data of an earlier version is not upgraded", async () => {
  const { folder } = earlierFolder();
  rmSync(join(folder, "secrets.json"));
  const { end, output } = start(folder);
  expect(await end).toBe(1);
  expect(output.stderr).toMatch(/^atrium: .*secrets\.json is missing\. .*\n$/);
  expect(backups(folder)).toStrictEqual([]);
});

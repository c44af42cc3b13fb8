import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { findEmulatorJar } from "./firestore-emulator.ts";
import { writeLaunchJar } from "./launch-jar.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "atrium-jar-")));
afterAll(() => rmSync(folder, { recursive: true }));

test("a jar without a main class is started by another jar, which refers to it and names the class", () => {
  const text = readFileSync(writeLaunchJar(folder, "/opt/the emulator/firestore.jar"), "latin1");
  expect(text.slice(0, 2)).toBe("PK");
  const lines = text.split(/\r\n(?! )/).map((line) => line.replaceAll("\r\n ", ""));
  expect(lines).toContain("Main-Class: com.google.cloud.datastore.emulator.firestore.CloudFirestore");
  expect(lines).toContain("Class-Path: file:///opt/the%20emulator/firestore.jar");
  for (const line of text.split("\r\n").slice(1, -2)) expect(line.length).toBeLessThanOrEqual(72);
});

test("the jar named in the environment is started, otherwise the newest that firebase-tools has fetched, otherwise Google's", () => {
  for (const version of ["1.9.0", "1.22.0"])
    writeFileSync(join(folder, `cloud-firestore-emulator-v${version}.jar`), "");
  const fetched = { FIREBASE_EMULATORS_PATH: folder };
  expect(findEmulatorJar(fetched)).toBe(join(folder, "cloud-firestore-emulator-v1.22.0.jar"));
  const own = join(folder, "cloud-firestore-emulator-v1.9.0.jar");
  expect(findEmulatorJar({ ...fetched, FIRESTORE_EMULATOR_BINARY_PATH: own })).toBe(own);
  expect(() => findEmulatorJar({ FIRESTORE_EMULATOR_BINARY_PATH: "/no.jar" })).toThrow(
    /\/no\.jar, which does not exist\. Name/,
  );
  const sdk = join(folder, "sdk");
  const packaged = join(sdk, "platform", "cloud-firestore-emulator", "cloud-firestore-emulator.jar");
  for (const file of [join(sdk, "bin", "gcloud"), packaged]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
  }
  expect(findEmulatorJar({ FIREBASE_EMULATORS_PATH: join(folder, "empty"), PATH: join(sdk, "bin") })).toBe(packaged);
});

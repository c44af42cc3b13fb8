import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { annotationId } from "#testing/fixtures/comments/written";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import { type World, world } from "#testing/harness/world";

const path = "/v2/recordings/add";
const place = { organizationId: "acme", documentId: "plan" };

async function worldWithPlan(): Promise<World> {
  const w = await world();
  await addDocuments(w, ["plan"]);
  return w;
}

const all = async (w: World) => (await w.ok("/v2/recordings/get", place)).data;

const whole = {
  annotationId: "__proto__",
  type: "recorder",
  recordingType: "video",
  mode: "thread",
  from: { userId: "ada", name: "Ada Lovelace", email: "ada@example.com", toString: [[1]] },
  recordedTime: { duration: 3723.5, display: "01:02:03" },
  displayName: "A walk through the plan",
  attachments: [
    {
      attachmentId: 7,
      url: "https://example.com/walk.webm",
      mimeType: "video/webm",
      name: "walk.webm",
      type: "video",
      size: 482_133,
      constructor: { codec: "vp9" },
    },
  ],
  latestVersion: 3,
  color: "#00ff00",
  location: { id: 0, hasOwnProperty: null },
  transcription: { segments: [[0, "Hello"]] },
};

test("a recording with every field is returned as it was sent, with its place", async () => {
  const w = await worldWithPlan();
  const { message, data } = await w.ok(path, { ...place, recordings: [whole] });
  expect(message).toBe("Recording(s) added successfully.");
  expect(Object.values(data)).toStrictEqual([{ success: true, id: "__proto__", message: "Recording added." }]);
  expect(await all(w)).toStrictEqual([{ ...whole, metadata: { apiKey: w.tenant.apiKeyId, ...place } }]);
});

test("a minimal recording gets an id and default values, and metadata of the caller is ignored", async () => {
  const w = await worldWithPlan();
  const recordings = [{ recordingType: "audio", metadata: { documentId: "another" } }];
  const { data } = await w.ok(path, { ...place, recordings });
  const [id = ""] = Object.keys(data);
  expect(id).toMatch(/^rec_/);
  const usual = { type: "recorder", recordingType: "audio", mode: "floating", attachments: [], latestVersion: 1 };
  expect(await all(w)).toStrictEqual([
    { annotationId: id, ...usual, metadata: { apiKey: w.tenant.apiKeyId, ...place } },
  ]);
});

test("metadata of a recording, which the service sets itself, is reported as ignored", async () => {
  const w = await worldWithPlan();
  const recordings = [{ recordingType: "audio", metadata: { documentId: "another" }, mine: 1 }];
  const { status, headers } = await w.request(path, { ...place, recordings });
  expect([status, headers["x-service-ignored-fields"]]).toStrictEqual([200, "metadata"]);
});

test("a recording with an existing id is replaced, and its version rises when its content differs", async () => {
  const w = await worldWithPlan();
  const versions: unknown[] = [];
  for (const fields of [{ displayName: "a" }, { displayName: "a" }, {}, { latestVersion: 9 }, { displayName: "b" }]) {
    await w.ok(path, { ...place, recordings: [{ annotationId: "r", recordingType: "audio", ...fields }] });
    const [{ displayName, latestVersion }] = await all(w);
    versions.push([displayName, latestVersion]);
  }
  expect(versions).toStrictEqual([
    ["a", 1],
    ["a", 1],
    [undefined, 2],
    [undefined, 9],
    ["b", 10],
  ]);
});

test("500 recordings of one call are added, and concurrent calls for one id count every version", async () => {
  const w = await worldWithPlan();
  const recordings = Array.from({ length: 500 }, (_, i) => ({ annotationId: `r${i}`, recordingType: "audio" }));
  await w.ok(path, { ...place, recordings });
  expect((await all(w)).length).toBe(500);
  await Promise.all(
    ["a", "b", "c"].map((displayName) =>
      w.ok(path, { ...place, recordings: [{ annotationId: "r0", recordingType: "audio", displayName }] }),
    ),
  );
  expect((await all(w)).find(({ annotationId }: { annotationId: string }) => annotationId === "r0").latestVersion).toBe(
    4,
  );
});

test("an invalid recording is refused with its field named, and nothing is stored", async () => {
  const w = await worldWithPlan();
  const deep = JSON.parse(`${"[".repeat(101)}${"]".repeat(101)}`);
  const one = (fields: object) => [{ recordingType: "audio", ...fields }];
  const cases: [recordings: object[], message: string][] = [
    [Array.from({ length: 501 }, () => one({})[0] as object), "data.recordings must have at most 500 items."],
    [one({ recordingType: "hologram" }), "data.recordings[0].recordingType must be one of `audio`, `video`, `screen`."],
    [one({ mode: "loud" }), "data.recordings[0].mode must be one of `floating`, `thread`."],
    [one({ annotationId: "a:b" }), "data.recordings[0].annotationId must not have a colon."],
    [
      one({ recordedTime: { duration: 1, display: "1:00" } }),
      "data.recordings[0].recordedTime.display must have the form HH:MM:SS.",
    ],
    [
      one({ recordedTime: { duration: -1, display: "00:00:00" } }),
      "data.recordings[0].recordedTime.duration must be at least 0.",
    ],
    [
      one({ attachments: [{ attachmentId: 1, url: "no url" }] }),
      "data.recordings[0].attachments[0].url must be a valid URL.",
    ],
    [one({ transcription: deep }), "data.recordings[0].transcription must not nest deeper than 100 levels."],
    [[...one({ annotationId: "a" }), ...one({ annotationId: "a" })], 'data.recordings names "a" more than once.'],
  ];
  for (const [recordings, message] of cases) {
    const error = await w.fails(path, { ...place, recordings });
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
  expect(await all(w)).toStrictEqual([]);
});

test("a recording whose stored form is too large fails on its own", async () => {
  const w = await worldWithPlan();
  const large = { annotationId: "large", recordingType: "audio", numbers: Array(60_000).fill(1e20) };
  const recordings = [{ annotationId: "small", recordingType: "audio" }, large];
  // 1e20 has four characters in the request and 21 in JSON.
  const raw = JSON.stringify({ data: { ...place, recordings } }).replaceAll("100000000000000000000", "1e20");
  const { data } = await w.ok(path, undefined, { raw });
  expect(data.small.success).toBe(true);
  expect(data.large).toStrictEqual({
    success: false,
    id: "large",
    message: "data.recordings[1] must not be larger than 1000000 bytes of JSON.",
    code: "invalid-argument",
  });
});

test("a missing organization or document is NOT_FOUND", async () => {
  const w = await worldWithPlan();
  const recordings = [{ recordingType: "audio" }];
  for (const [missing, message] of [
    [{ organizationId: "none" }, "Organization does not exist."],
    [{ documentId: "none" }, "Document does not exist."],
  ] as const) {
    const error = await w.fails(path, { ...place, ...missing, recordings });
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", message]);
  }
});

test("each new or changed recording emits an event, and a call that fails emits none", async () => {
  const w = await worldWithPlan();
  await addEndpoint(w, "all");
  const a = { annotationId: "a", recordingType: "audio", from: { userId: "ada", name: "Ada", team: "core" } };
  const b = { annotationId: "b", recordingType: "screen" };
  const ada = { userId: "ada", name: "Ada" };
  const event = { ...place, recordingId: "a", recordingType: "audio", actionUser: ada };
  const none = { assets: [], assetsAllVersions: [] };
  const done = { ...place, recorderId: "a", from: ada, actionUser: ada, ...none };
  await w.ok(path, { ...place, recordings: [a, b] });
  expect(await eventsSent(w)).toStrictEqual([
    ["recorder.done", done],
    ["recorder.done", { ...place, recorderId: "b", ...none }],
    ["recording.add", event],
    ["recording.add", { ...place, recordingId: "b", recordingType: "screen" }],
  ]);
  await w.ok(path, { ...place, recordings: [{ ...a, displayName: "A walk" }, b] });
  expect(await eventsSent(w)).toStrictEqual([
    ["recorder.done", done],
    ["recording.add", event],
  ]);
  await w.fails(path, { ...place, documentId: "none", recordings: [a] });
  expect(await eventsSent(w)).toStrictEqual([]);
});

test("adding a recording emits recorder.done with its files, also those of all versions, and its transcription", async () => {
  const w = await worldWithPlan();
  await addEndpoint(w, "all", { filterTypes: ["recorder.done"] });
  await w.ok(path, { ...place, recordings: [whole] });
  const [[, data] = []] = await eventsSent(w);
  expect(data).toMatchObject({
    recorderId: "__proto__",
    assets: whole.attachments,
    assetsAllVersions: [{ ...whole.attachments[0], version: 3 }],
    transcription: whole.transcription,
  });
});

testRoundTrip(path, "a recording", {
  list: "recordings",
  id: "annotationId",
  beside: place,
  fields: { annotationId, url: fc.webUrl() },
  before: (w) => addDocuments(w, ["plan"]),
  read: reading("/v2/recordings/get", place),
  owned: ["metadata"],
  unread: ["metadata"],
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { newThread } from "#domain/comments/new-thread";
import type { Thread } from "#domain/comments/thread";
import {
  MAX_THREAD_BYTES,
  MAX_THREAD_PEOPLE,
  packThread,
  type StoredThread,
  threadPath,
  unpackGlance,
  unpackThread,
} from "./stored-thread.ts";

function thread(...texts: string[]): Thread {
  const commentData = texts.map((commentText, i) => ({ commentId: i, from: { userId: `u${i % 2}` }, commentText }));
  return newThread({ commentData, location: { id: 0 } }, { annotationId: "a/b", documentId: "d", now: 1000 }).thread;
}

const unpacked = (stored: StoredThread) => unpackThread({ data: stored });

test("a thread comes back as it was packed, whatever the ids", () => {
  const views = new Map([
    ["__proto__", 1],
    ["constructor", 2],
  ]);
  const before = { ...thread("one", "two {{lin}}"), views };
  const stored = packThread(before);
  assert.deepEqual(unpacked(stored), before);
  assert.deepEqual(stored.people, ["__proto__", "constructor", "lin", "u0", "u1"]);
});

test("a glance tells the state, the views and each author's newest comment", () => {
  const before = { ...thread("one", "two", "three"), views: new Map([["u1", 5]]) };
  const comments = before.comments.map((comment, i) => ({ ...comment, createdAt: 10 - i }));
  assert.deepEqual(unpackGlance(packThread({ ...before, comments })), {
    statusId: "OPEN",
    visibility: { type: "public" },
    views: [["u1", 5]],
    newest: [
      ["u0", 10],
      ["u1", 9],
    ],
  });
});

test("a thread may fill its limit to the byte and not pass it", () => {
  const size = (text: string) => Buffer.byteLength(JSON.stringify(packThread(thread(text))));
  const text = "é".repeat((MAX_THREAD_BYTES - size("")) / 2);
  const fitting = text + "x".repeat(MAX_THREAD_BYTES - size(text));
  assert.equal(size(fitting), MAX_THREAD_BYTES);
  assert.throws(() => packThread(thread(`${fitting}x`)), {
    code: "INVALID_ARGUMENT",
    message: "A thread with its comments must not be larger than 1000000 bytes. Start a further one.",
  });
});

test("a thread may name 5,000 people and not one more", () => {
  const naming = (count: number) => thread(Array.from({ length: count }, (_, i) => `{{m${i}}}`).join(""));
  assert.equal(packThread(naming(MAX_THREAD_PEOPLE - 1)).people.length, MAX_THREAD_PEOPLE);
  assert.throws(() => packThread(naming(MAX_THREAD_PEOPLE)), { code: "INVALID_ARGUMENT" });
});

test("an id with a slash stays one part of the path", () => {
  assert.equal(threadPath("documents/d", "a/b").split("/").length, 4);
});

import { expect, test } from "@jest/globals";
import { newThread } from "#domain/comments/new-thread";
import type { Thread } from "#domain/comments/thread";
import {
  MAX_THREAD_BYTES,
  MAX_THREAD_PEOPLE,
  packThread,
  type StoredThread,
  threadPath,
  unpackSummary,
  unpackThread,
} from "./stored-thread.ts";

function thread(...texts: string[]): Thread {
  const commentData = texts.map((commentText, i) => ({ commentId: i, from: { userId: `u${i % 2}` }, commentText }));
  return newThread({ commentData, location: { id: 0 } }, { annotationId: "a/b", documentId: "d", now: 1000 }).thread;
}

const unpack = (storedThread: StoredThread) => unpackThread({ data: storedThread });

test("unpacking a packed thread restores it, whatever the ids", () => {
  const views = new Map([
    ["__proto__", 1],
    ["constructor", 2],
  ]);
  const before = { ...thread("one", "two {{lin}}"), views };
  const storedThread = packThread(before);
  expect(unpack(storedThread)).toStrictEqual(before);
  expect(storedThread.people).toStrictEqual(["__proto__", "constructor", "lin", "u0", "u1"]);
});

test("a summary contains the status, the visibility, the views and each author's newest comment", () => {
  const before = { ...thread("one", "two", "three"), views: new Map([["u1", 5]]) };
  const comments = before.comments.map((comment, i) => ({ ...comment, createdAt: 10 - i }));
  expect(unpackSummary(packThread({ ...before, comments }))).toStrictEqual({
    statusId: "OPEN",
    visibility: { type: "public" },
    views: [["u1", 5]],
    newest: [
      ["u0", 10],
      ["u1", 9],
    ],
  });
});

test("a thread may be exactly as large as the limit, and one byte more is refused", () => {
  const size = (text: string) => Buffer.byteLength(JSON.stringify(packThread(thread(text))));
  const text = "é".repeat((MAX_THREAD_BYTES - size("")) / 2);
  const fitting = text + "x".repeat(MAX_THREAD_BYTES - size(text));
  expect(size(fitting)).toBe(MAX_THREAD_BYTES);
  expect(() => packThread(thread(`${fitting}x`))).toThrow(
    expect.objectContaining({
      code: "INVALID_ARGUMENT",
      message: "A thread with its comments must not be larger than 1000000 bytes. Start another one.",
    }),
  );
});

test("a thread may name 5,000 people, and one more is refused", () => {
  const naming = (count: number) => thread(Array.from({ length: count }, (_, i) => `{{m${i}}}`).join(""));
  expect(packThread(naming(MAX_THREAD_PEOPLE - 1)).people.length).toBe(MAX_THREAD_PEOPLE);
  expect(() => packThread(naming(MAX_THREAD_PEOPLE))).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
});

test("an id with a slash stays one segment of the path", () => {
  expect(threadPath("documents/d", "a/b").split("/").length).toBe(4);
});

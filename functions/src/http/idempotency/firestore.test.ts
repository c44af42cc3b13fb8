import { expect, test } from "@jest/globals";
import { ApiError } from "#platform/error";
import { firestoreStore } from "#store/firestore/adapter";
import type { Store, Transaction } from "#store/port";
import { tree } from "#store/tree";
import { clientOf } from "#testing/firestore/memory";
import { firestoreServer } from "#testing/firestore/server";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { indexes } from "#testing/harness/store/test-store";
import { QuickTiming } from "#testing/harness/time/quick-timing";
import { type World, world } from "#testing/harness/world";

const headers = { "idempotency-key": "k" };
const place = { organizationId: "acme", documentId: "plan" };
/** Statuses that leave open whether a commit was applied: cancelled, unknown, deadline, internal, unavailable. */
const OPEN = [1, 2, 4, 13, 14];

/** @param wrapStore wraps the store of the endpoint. */
async function worldOnFirestore(wrapStore = (store: Store) => store) {
  const server = await firestoreServer();
  const firestore = clientOf(server.address);
  onTestFinished(async () => {
    await firestore.terminate();
    await server.close();
  });
  const store = firestoreStore({ firestore, tree, indexes, hasLocalIndexes: true, timing: new QuickTiming() });
  return { w: await world({ wrapStore: () => wrapStore(store) }), server };
}

/** A store that can't be read after a transaction has failed. @param state shows that, and can be reset. */
function outOfReach(store: Store, state: { isOut: boolean }): Store {
  return Object.assign(Object.create(store) as Store, {
    async transact<T>(body: (tx: Transaction) => Promise<T>) {
      return store.transact(body).catch((error: unknown) => {
        state.isOut = true;
        throw error;
      });
    },
    async get(path: string) {
      if (state.isOut) throw new ApiError("UNAVAILABLE", "The store cannot be reached.");
      return store.get(path);
    },
  });
}

/** A call that reveals a second execution, because the server generates the ids. */
function addThread(w: World) {
  const commentAnnotations = [{ commentData: [{ commentText: "Shorter, please.", from: { userId: "ada" } }] }];
  const data = { ...place, createOrganization: true, createDocument: true, commentAnnotations };
  return w.request("/v2/commentannotations/add", data, { headers });
}

async function threads(w: World): Promise<string[]> {
  const { data } = await w.ok("/v2/commentannotations/get", place);
  return data.map(({ annotationId }: { annotationId: string }) => annotationId);
}

for (const code of OPEN)
  test(`a commit whose reply was lost with status ${code} is answered from its record`, async () => {
    const { w, server } = await worldOnFirestore();
    server.fail({ method: "commit", status: { code }, when: "after" });
    const { status, body } = await addThread(w);
    expectWithContext(status, JSON.stringify(body)).toBe(200);
    expect(Object.keys(body.result.data)).toStrictEqual(await threads(w));
    const again = await addThread(w);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.body).toStrictEqual(body);
  });

for (const when of ["before", "after"] as const)
  test(`when it is unknown whether a commit was applied, the error says what to do (failure ${when} the commit)`, async () => {
    const state = { isOut: false };
    const { w, server } = await worldOnFirestore((store) => outOfReach(store, state));
    server.fail({ method: "commit", status: { code: 14 }, when, times: 5 });
    const { status, body, headers: replyHeaders } = await addThread(w);
    expect(status).toBe(503);
    expect(body.error.message).toMatch(/it may or may not have been made/);
    expect(body.error.details.hint).toMatch(/with the same Idempotency-Key/);
    expect(replyHeaders["retry-after"]).toBe("1");
    state.isOut = false;
    const again = await addThread(w);
    expectWithContext(again.status, JSON.stringify(again.body)).toBe(200);
    expect(again.headers["idempotent-replayed"]).toBe(when === "after" ? "true" : undefined);
    expect(Object.keys(again.body.result.data)).toStrictEqual(await threads(w));
  });

/** How an example of the documentation differs in the demo. */
export interface DemoExample {
  /** Additional replacement names, by the names in the example. */
  names?: Record<string, string>;
  /** Fields that replace those of the example. */
  data?: Record<string, unknown>;
}

const thread = "ann_cOHq6XUNPWKMlOcu";
const lin = { userId: "karthik.elango@example.org" };

/**
 * Differences by path, with or without its version. An example must leave the demo in a state in which the others work:
 * it only deletes what an earlier example on the page has added. No example locks the page out or sends data to other
 * servers.
 */
export const demoExamples: { [path: string]: DemoExample } = {
  "/users/data/delete": { names: { grace: "staff/0004" } },
  "/users/delete": { names: { grace: "alan" } },
  "/v1/organizations/documents/add": { names: { "style-guide": "first-style" } },
  "/v1/organizations/documents/delete": { names: { "old-plan": "first-style" } },
  "/v2/organizations/documents/add": { names: { "style-guide": "house-style" } },
  "/v2/organizations/documents/delete": { names: { "old-plan": "style-guide" } },
  "/organizations/documents/access/disablestate/update": { data: { disabled: false } },
  "/organizations/documents/migrate": { names: { "old-plan": "house-style", "new-plan": "style-guide" } },
  "/v1/organizations/folders/add": { names: { drafts: "editorial/slush-pile" } },
  "/v2/organizations/folders/add": { names: { designs: "editorial/slush-pile" } },
  "/organizations/folders/delete": { names: { archive: "editorial/slush-pile" } },
  "/organizations/usergroups/users/delete": { data: { userIds: [lin.userId] } },
  "/organizations/access/disablestate/update": { names: { acme: "nordlicht.magazine" } },
  "/organizations/delete": { names: { globex: "initech" } },
  "/commentannotations/add": {
    data: {
      commentAnnotations: [{ annotationId: "headline", commentData: [{ commentText: "Shorter, please.", from: lin }] }],
    },
  },
  "/commentannotations/delete": { names: { "ann-3": "headline" } },
  "/commentannotations/unsubscribe": { names: { "ann-2": thread } },
  "/commentannotations/comments/add": {
    names: { headline: thread },
    data: { commentData: [{ commentId: 7, commentText: "Shorter, please.", from: lin }] },
  },
  "/commentannotations/comments/delete": { names: { headline: thread }, data: { commentIds: [7] } },
  "/commentannotations/comments/get": { names: { headline: thread } },
  "/commentannotations/comments/update": { names: { headline: thread }, data: { commentIds: [100061] } },
  "/commentannotations/comments/reactions/add": { names: { headline: thread }, data: { commentId: 100060 } },
  "/commentannotations/comments/reactions/delete": { data: { commentId: 100060, icon: "thumbs-up" } },
  "/notifications/add": { data: { notificationId: "old-news" } },
  "/activities/delete": { names: { "act-headline": "act-new" } },
  "/activities/add": {
    data: {
      activities: [
        { id: "act-new", featureType: "custom", actionType: "page.print", actionUser: lin, targetEntityId: "page-7" },
      ],
    },
  },
  "/recordings/add": {
    data: { recordings: [{ annotationId: "rec-headline", recordingType: "screen", from: lin, displayName: "A walk" }] },
  },
  "/crdt/delete": { names: { title: "subtitle" } },
  "/workspace/advancedwebhook/endpoints/delete": { names: { ep_1: "ep_2" } },
  "/workspace/apikeyconfig/update": { data: { requireJwtToken: false } },
  "/workspace/permissionproviderconfig/update": { data: { usePermissionProvider: false } },
  "/workspace/webhookconfig/update": { data: { useWebhookService: false } },
};

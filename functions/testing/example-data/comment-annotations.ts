import { addComments } from "#domain/comment-thread";
import { newThread } from "#domain/new-thread";
import { changeThread } from "#domain/thread-changes";
import { CommentAnnotationInput } from "#model/comment-annotation";
import type { KeyCall } from "#src/context";
import { packThread, threadPath } from "#store/comment-annotations";
import { documentPath } from "#store/organizations";
import type { Write } from "#store/port";

/** Comment threads that examples name. `mark` stands in every free text. */
export function commentAnnotations(call: KeyCall, mark: string): Write[] {
  const now = call.now();
  const user = (userId: string, name: string) => ({
    userId,
    name: `${name}${mark}`,
    email: `${userId}${mark}@example.com`,
  });
  const [ada, lin, grace] = [user("ada", "Ada Lovelace"), user("lin", "Lin Chen"), user("grace", "Grace Hopper")];
  const comment = (commentId: number, from: typeof ada, text: string) => ({
    ...{ commentId, from, commentText: `${text}${mark}`, commentHtml: `<p>${text}${mark}</p>` },
    createdAt: now - 60_000 + commentId * 1000,
  });
  const mention = { text: `@Lin${mark}`, userId: "lin", contact: lin };
  const thread = (annotationId: string, input: object) => {
    const given = CommentAnnotationInput.parse({ createdAt: now - 60_000, ...input });
    return newThread(given, { annotationId, documentId: "homepage", now }).thread;
  };
  const begun = thread("ann-1", {
    location: { id: 0, locationName: `Top of the page${mark}` },
    context: { section: `hero${mark}` },
    priority: { id: "P1", name: `Soon${mark}`, color: "#DC2626", lightColor: "#FEE2E2" },
    assignedTo: grace,
    commentData: [{ ...comment(1, ada, "Is the headline right, {{lin}}?"), taggedUserContacts: [mention] }],
  });
  const heart = { annotationId: "reaction-1", icon: "heart", from: ada, createdAt: now };
  const replies = [
    { ...comment(2, lin, "Nearly."), reactionAnnotations: [heart] },
    comment(3, grace, "I will change it."),
  ];
  const resolved = {
    status: { id: "RESOLVED", name: `Resolved${mark}`, type: "terminal" as const },
    statusUpdatedByUserId: "ada",
    viewedByUserIds: ["ada", "lin"],
  };
  const threads = [
    addComments(begun, replies, now).thread,
    changeThread(thread("ann-2", { commentData: [comment(1, lin, "The logo is too small.")] }), resolved, [], now),
    thread("ann-3", {
      type: "suggestion",
      suggestion: { targetId: "headline", oldValue: `Hello${mark}`, newValue: `Welcome${mark}` },
      visibility: { type: "restricted", userIds: ["ada"] },
      commentData: [comment(1, grace, "How about this?")],
    }),
    thread("headline", { commentData: [comment(1, ada, "A first thought."), comment(2, lin, "A second one.")] }),
  ];
  const document = documentPath(call, "acme", "homepage");
  return threads.map((one) => ({
    op: "create",
    path: threadPath(document, one.annotationId),
    data: packThread(one),
  }));
}

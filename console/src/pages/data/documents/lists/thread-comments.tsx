import type { Comment, CommentAnnotation } from "@atrium/client";
import { DeleteButton } from "../../../../components/delete-button.tsx";
import { useTexts } from "../../../../texts/texts.tsx";
import { ItemButton } from "../../item-button.tsx";
import type { DocumentPlace } from "../../place.ts";
import { copyOf } from "../../stored.ts";
import { textOfComment } from "../../text-of-comment.ts";
import { documentIds } from "./document-list.ts";
import { findThread } from "./find-thread.ts";

interface ThreadCommentsProps {
  place: DocumentPlace;
  thread: CommentAnnotation;
  onChanged: () => void;
}

/** Fields that the form leaves out because people do not edit them. */
const hidden = [
  ...["isCommentResolverUsed", "isCommentTextAvailable", "taggedUserContacts", "attachments", "reactionAnnotations"],
  ...["agent", "triggerNotification", "triggerActivities", "from"],
];

/** The comments of a thread, each with controls to change or delete it. */
export function ThreadComments({ place, thread, onChanged }: ThreadCommentsProps) {
  const { data, common } = useTexts();
  const { comments } = place.client.commentannotations;
  const { annotationId } = thread;
  const thisThread = { ...documentIds(place), annotationId };
  const edit = (comment: Comment) => (
    <ItemButton
      title={common.edit}
      of={`${data.records.comment} ${comment.commentId}`}
      path="/v2/commentannotations/comments/update"
      list="updatedData"
      initial={{ ...comment }}
      without={hidden}
      reread={async () =>
        copyOf((await findThread(place, thread))?.comments?.find(({ commentId }) => commentId === comment.commentId))
      }
      send={(updatedData) => comments.update({ ...thisThread, commentIds: [comment.commentId], updatedData })}
      onDone={onChanged}
    />
  );
  return (
    <section>
      <h3>{data.comments}</h3>
      <ul className="comments">
        {thread.comments?.map((comment) => (
          <li key={comment.commentId} className="card">
            <p>
              <strong>{comment.from.name || comment.from.userId}</strong> {textOfComment(comment)}
            </p>
            <div className="actions">
              {edit(comment)}
              <DeleteButton
                title={data.deleteComment}
                onDelete={async () => {
                  await comments.delete({ ...thisThread, commentIds: [comment.commentId] });
                  onChanged();
                }}
              >
                <p>{data.forEver}</p>
              </DeleteButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

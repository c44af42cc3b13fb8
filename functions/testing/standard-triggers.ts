/** Comment triggers that the first enable of a service turns on, spelled out: what the rules derive must come to this. */
export const standardComments = {
  "comment_annotation.add": true,
  "comment_annotation.assign": true,
  "comment_annotation.status_change": true,
  "comment_annotation.priority_change": true,
  "comment.add": true,
  "comment.update": true,
  "comment.delete": true,
  "comment.reaction_add": true,
  "comment.reaction_delete": true,
};

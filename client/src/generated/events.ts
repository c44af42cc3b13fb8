// Written by `npm run gen` from the catalogue of events.

/** What `data` holds beside `metadata`, by the type of the event. With data protection on, names and free text are missing. */
export interface WebhookEventData {
  /** A comment thread was added, with its first comments. */
  "comment_annotation.add": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    comments: {
      commentId: number;
      commentText?: string | undefined;
      from?:
        | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
        | undefined;
      taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
      isTruncated?: true | undefined;
      [key: string]: unknown;
    }[];
    targetComment?:
      | {
          commentId: number;
          commentText?: string | undefined;
          from?:
            | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
            | undefined;
          taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
          isTruncated?: true | undefined;
          [key: string]: unknown;
        }
      | undefined;
    [key: string]: unknown;
  };
  /** A thread was assigned to somebody, or to nobody any more. */
  "comment_annotation.assign": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo: {
      userId: string;
      name?: string | undefined;
      email?: string | undefined;
      [key: string]: unknown;
    } | null;
    [key: string]: unknown;
  };
  /** The status of a thread changed. */
  "comment_annotation.status_change": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    oldStatus?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    newStatus: {
      id: string;
      name?: string | undefined;
      type?: string | undefined;
      color?: string | undefined;
      lightColor?: string | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** The priority of a thread changed, or was taken away. */
  "comment_annotation.priority_change": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    newPriority: {
      id: string;
      name?: string | undefined;
      color?: string | undefined;
      lightColor?: string | undefined;
      [key: string]: unknown;
    } | null;
    [key: string]: unknown;
  };
  /** A list of the customer's own on a thread changed. */
  "comment_annotation.custom_list_change": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    customList: { id: string; [key: string]: unknown }[];
    [key: string]: unknown;
  };
  /** Users subscribed to a thread. */
  "comment_annotation.subscribe": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    userIds: string[];
    [key: string]: unknown;
  };
  /** Users subscribed to a thread no longer. */
  "comment_annotation.unsubscribe": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    userIds: string[];
    [key: string]: unknown;
  };
  /** A moderator accepted a thread. */
  "comment_annotation.accept": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    moderation: string;
    [key: string]: unknown;
  };
  /** A moderator rejected a thread. */
  "comment_annotation.reject": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    moderation: string;
    [key: string]: unknown;
  };
  /** A moderator approved a thread. */
  "comment_annotation.approve": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    moderation: string;
    [key: string]: unknown;
  };
  /** A suggestion was accepted. */
  "comment_annotation.suggestion_accept": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    suggestion?: { status?: string | undefined; [key: string]: unknown } | undefined;
    [key: string]: unknown;
  };
  /** A suggestion was rejected. */
  "comment_annotation.suggestion_reject": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    status?:
      | {
          id: string;
          name?: string | undefined;
          type?: string | undefined;
          color?: string | undefined;
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assignedTo?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    suggestion?: { status?: string | undefined; [key: string]: unknown } | undefined;
    [key: string]: unknown;
  };
  /** A comment was added to a thread. */
  "comment.add": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    targetComment: {
      commentId: number;
      commentText?: string | undefined;
      from?:
        | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
        | undefined;
      taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A comment was changed. */
  "comment.update": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    targetComment: {
      commentId: number;
      commentText?: string | undefined;
      from?:
        | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
        | undefined;
      taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A comment was deleted; when a thread loses more than 200 at once, one event names all of them in `commentIds`. */
  "comment.delete": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    commentId?: number | undefined;
    commentIds?: number[] | undefined;
    targetComment?:
      | {
          commentId: number;
          commentText?: string | undefined;
          from?:
            | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
            | undefined;
          taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
          isTruncated?: true | undefined;
          [key: string]: unknown;
        }
      | undefined;
    [key: string]: unknown;
  };
  /** Somebody reacted to a comment. */
  "comment.reaction_add": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    commentId: number;
    reaction: {
      icon?: string | undefined;
      from?:
        | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
        | undefined;
      [key: string]: unknown;
    };
    targetComment?:
      | {
          commentId: number;
          commentText?: string | undefined;
          from?:
            | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
            | undefined;
          taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
          isTruncated?: true | undefined;
          [key: string]: unknown;
        }
      | undefined;
    [key: string]: unknown;
  };
  /** A reaction to a comment was taken back. */
  "comment.reaction_delete": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    annotationId: string;
    commentAnnotation: {
      annotationId: string;
      documentId: string;
      from: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
      status: {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        color?: string | undefined;
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      visibility: { type: string; [key: string]: unknown };
      comments: {
        commentId: number;
        commentText?: string | undefined;
        from?:
          | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
          | undefined;
        taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    visibility?: { type: string; [key: string]: unknown } | undefined;
    commentId: number;
    reaction: {
      icon?: string | undefined;
      from?:
        | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
        | undefined;
      [key: string]: unknown;
    };
    targetComment?:
      | {
          commentId: number;
          commentText?: string | undefined;
          from?:
            | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
            | undefined;
          taggedUserContacts?: { userId: string; [key: string]: unknown }[] | undefined;
          isTruncated?: true | undefined;
          [key: string]: unknown;
        }
      | undefined;
    [key: string]: unknown;
  };
  /** A user was added to an organization, a folder or a document. */
  "user.add": {
    user: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
    folderId?: string | undefined;
    [key: string]: unknown;
  };
  /** What is known of a user changed. */
  "user.update": {
    user: { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown };
    folderId?: string | undefined;
    [key: string]: unknown;
  };
  /** A user was removed from an organization, a folder or a document. */
  "user.delete": {
    user: { userId: string; [key: string]: unknown };
    folderId?: string | undefined;
    [key: string]: unknown;
  };
  /** A user was given access to a resource. */
  "permission.add": {
    userId: string;
    resource: {
      type: string;
      id: string;
      accessRole?: string | undefined;
      expiresAt?: number | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A user's access to a resource was taken back. */
  "permission.remove": {
    userId: string;
    resource: {
      type: string;
      id: string;
      accessRole?: string | undefined;
      expiresAt?: number | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A user joined a user group. */
  "usergroup.user_add": { organizationUserGroupId: string; userId: string; [key: string]: unknown };
  /** A user left a user group. */
  "usergroup.user_delete": { organizationUserGroupId: string; userId: string; [key: string]: unknown };
  /** A user came to a document. */
  "presence.add": {
    user: {
      userId: string;
      name?: string | undefined;
      email?: string | undefined;
      status?: string | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A user's presence on a document changed. */
  "presence.update": {
    user: {
      userId: string;
      name?: string | undefined;
      email?: string | undefined;
      status?: string | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A user left a document. */
  "presence.delete": { user: { userId: string; [key: string]: unknown }; [key: string]: unknown };
  /** An organization was added. */
  "organization.add": { organizationName?: string | undefined; [key: string]: unknown };
  /** An organization was changed. */
  "organization.update": { organizationName?: string | undefined; [key: string]: unknown };
  /** The deletion of an organization began: it is gone for everybody. */
  "organization.delete": { [key: string]: unknown };
  /** An organization was disabled: no user can open its documents. */
  "organization.disable": { organizationName?: string | undefined; [key: string]: unknown };
  /** An organization was enabled again. */
  "organization.enable": { organizationName?: string | undefined; [key: string]: unknown };
  /** A folder was added. */
  "folder.add": {
    folderId: string;
    folderName?: string | undefined;
    parentFolderId?: string | undefined;
    accessType?: string | null | undefined;
    [key: string]: unknown;
  };
  /** A folder was renamed, or its access changed. */
  "folder.update": {
    folderId: string;
    folderName?: string | undefined;
    parentFolderId?: string | undefined;
    accessType?: string | null | undefined;
    [key: string]: unknown;
  };
  /** A folder was moved under another one. */
  "folder.move": {
    folderId: string;
    folderName?: string | undefined;
    parentFolderId?: string | undefined;
    accessType?: string | null | undefined;
    [key: string]: unknown;
  };
  /** The deletion of a folder began, with all that lies in it. */
  "folder.delete": { folderId: string; [key: string]: unknown };
  /** A document was added. */
  "document.add": {
    documentName?: string | undefined;
    folderId?: string | undefined;
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** A document was changed. */
  "document.update": {
    documentName?: string | undefined;
    folderId?: string | undefined;
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** A document was moved to another folder. */
  "document.move": {
    documentName?: string | undefined;
    folderId?: string | undefined;
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** The deletion of a document began: it is gone for everybody. */
  "document.delete": { [key: string]: unknown };
  /** A document was disabled: no user can open it. */
  "document.disable": {
    documentName?: string | undefined;
    folderId?: string | undefined;
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** A document was enabled again. */
  "document.enable": {
    documentName?: string | undefined;
    folderId?: string | undefined;
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** Who may open a document changed. */
  "document.access_change": {
    documentName?: string | undefined;
    folderId?: string | undefined;
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** A document was moved to another id; the one in `metadata` is gone. */
  "document.migrate": { newDocumentId: string; migrationId: string; [key: string]: unknown };
  /** Live state of a document changed. */
  "livestate.broadcast": {
    liveStateDataId: string;
    data: { [key: string]: unknown };
    merge: boolean;
    [key: string]: unknown;
  };
  /** Editor data was added. */
  "crdt.add": {
    editorId: string;
    type: string;
    crdtData: {
      id: string;
      data?: unknown | undefined;
      lastUpdatedBy: string | null;
      lastUpdate: string;
      sessionId: null;
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** Editor data was replaced. */
  "crdt.update_data": {
    editorId: string;
    type: string;
    crdtData: {
      id: string;
      data?: unknown | undefined;
      lastUpdatedBy: string | null;
      lastUpdate: string;
      sessionId: null;
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A recording was added. */
  "recording.add": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    recordingId: string;
    recordingType?: string | undefined;
    [key: string]: unknown;
  };
  /** A recording was deleted. */
  "recording.delete": { recordingId: string; [key: string]: unknown };
  /** A recording is complete, with its files. */
  "recorder.done": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    recorderId: string;
    from?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    assets: { attachmentId: number; url?: string | undefined; mimeType?: string | undefined; [key: string]: unknown }[];
    assetsAllVersions: {
      attachmentId: number;
      url?: string | undefined;
      mimeType?: string | undefined;
      version: number;
      [key: string]: unknown;
    }[];
    transcription?: unknown | undefined;
    [key: string]: unknown;
  };
  /** A client opened a huddle. */
  "huddle.create": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    huddleId: string;
    [key: string]: unknown;
  };
  /** A client joined a huddle. */
  "huddle.join": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    huddleId: string;
    [key: string]: unknown;
  };
  /** An activity was logged. */
  "activity.add": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    activityId: string;
    featureType: string;
    actionType: string;
    targetEntityId?: string | undefined;
    [key: string]: unknown;
  };
  /** A notification was added. */
  "notification.add": {
    actionUser?:
      | { userId: string; name?: string | undefined; email?: string | undefined; [key: string]: unknown }
      | undefined;
    notificationId: string;
    notifyAll: boolean;
    notifyUserIds: string[];
    displayHeadlineMessage?: string | undefined;
    displayBodyMessage?: string | undefined;
    notificationSource?: string | undefined;
    recipients?: { userId: string; channels: string[]; [key: string]: unknown }[] | undefined;
    isTruncated?: true | undefined;
    [key: string]: unknown;
  };
  /** An endpoint was disabled, because it answered 410 or failed for five days. */
  "webhook.endpoint_disabled": { endpointId: string; url?: string | undefined; reason: string; [key: string]: unknown };
  /** The last attempt of a delivery failed; send it again with deliveries/resend. */
  "message.attempt.exhausted": {
    deliveryId: string;
    messageId: string;
    endpointId: string;
    eventType: string;
    attempts: number;
    [key: string]: unknown;
  };
}

// Written by `npm run gen` from the catalogue of events.

/** The content of `data` besides `metadata`, by event type. With data protection on, names and free text are omitted. */
export interface WebhookEventData {
  /** A comment thread was added, with its first comments. */
  "comment_annotation.add": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** The comments, oldest first. */
    comments: {
      /** Number of the comment, unique in its thread. */
      commentId: number;
      /** The plain text. */
      commentText?: string | undefined;
      /** Who wrote it. */
      from?:
        | {
            /** Your id for the user. */
            userId: string;
            /** Name shown to people. */
            name?: string | undefined;
            /** E-mail address. */
            email?: string | undefined;
            [key: string]: unknown;
          }
        | undefined;
      /** People who are mentioned. */
      taggedUserContacts?:
        | {
            /** Your id for the user. */
            userId: string;
            [key: string]: unknown;
          }[]
        | undefined;
      isTruncated?: true | undefined;
      [key: string]: unknown;
    }[];
    targetComment?:
      | {
          /** Number of the comment, unique in its thread. */
          commentId: number;
          /** The plain text. */
          commentText?: string | undefined;
          /** Who wrote it. */
          from?:
            | {
                /** Your id for the user. */
                userId: string;
                /** Name shown to people. */
                name?: string | undefined;
                /** E-mail address. */
                email?: string | undefined;
                [key: string]: unknown;
              }
            | undefined;
          /** People who are mentioned. */
          taggedUserContacts?:
            | {
                /** Your id for the user. */
                userId: string;
                [key: string]: unknown;
              }[]
            | undefined;
          isTruncated?: true | undefined;
          [key: string]: unknown;
        }
      | undefined;
    [key: string]: unknown;
  };
  /** A thread was assigned to a user, or its assignee was removed. */
  "comment_annotation.assign": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo: {
      /** Your id for the user. */
      userId: string;
      /** Name shown to people. */
      name?: string | undefined;
      /** E-mail address. */
      email?: string | undefined;
      [key: string]: unknown;
    } | null;
    [key: string]: unknown;
  };
  /** The status of a thread changed. */
  "comment_annotation.status_change": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    oldStatus?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    newStatus: {
      id: string;
      /** Name shown to people. */
      name?: string | undefined;
      type?: string | undefined;
      /** Colour in CSS notation. */
      color?: string | undefined;
      /** Lighter colour in CSS notation. */
      lightColor?: string | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** The priority of a thread was changed or removed. */
  "comment_annotation.priority_change": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    newPriority: {
      id: string;
      /** Name shown to people. */
      name?: string | undefined;
      /** Colour in CSS notation. */
      color?: string | undefined;
      /** Lighter colour in CSS notation. */
      lightColor?: string | undefined;
      [key: string]: unknown;
    } | null;
    [key: string]: unknown;
  };
  /** The custom list of a thread changed. */
  "comment_annotation.custom_list_change": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Your own list on the thread, such as labels. */
    customList: {
      id: string;
      [key: string]: unknown;
    }[];
    [key: string]: unknown;
  };
  /** Users subscribed to a thread. */
  "comment_annotation.subscribe": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Ids of users. */
    userIds: string[];
    [key: string]: unknown;
  };
  /** Users unsubscribed from a thread. */
  "comment_annotation.unsubscribe": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Ids of users. */
    userIds: string[];
    [key: string]: unknown;
  };
  /** A moderator accepted a thread. */
  "comment_annotation.accept": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** What a moderator has decided about it. */
    moderation: string;
    [key: string]: unknown;
  };
  /** A moderator rejected a thread. */
  "comment_annotation.reject": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** What a moderator has decided about it. */
    moderation: string;
    [key: string]: unknown;
  };
  /** A moderator approved a thread. */
  "comment_annotation.approve": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** What a moderator has decided about it. */
    moderation: string;
    [key: string]: unknown;
  };
  /** A suggestion was accepted. */
  "comment_annotation.suggestion_accept": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    suggestion?:
      | {
          /** Current state. */
          status?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    [key: string]: unknown;
  };
  /** A suggestion was rejected. */
  "comment_annotation.suggestion_reject": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Current state. */
    status?:
      | {
          id: string;
          /** Name shown to people. */
          name?: string | undefined;
          type?: string | undefined;
          /** Colour in CSS notation. */
          color?: string | undefined;
          /** Lighter colour in CSS notation. */
          lightColor?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Assignee. */
    assignedTo?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    suggestion?:
      | {
          /** Current state. */
          status?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    [key: string]: unknown;
  };
  /** A comment was added to a thread. */
  "comment.add": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    targetComment: {
      /** Number of the comment, unique in its thread. */
      commentId: number;
      /** The plain text. */
      commentText?: string | undefined;
      /** Who wrote it. */
      from?:
        | {
            /** Your id for the user. */
            userId: string;
            /** Name shown to people. */
            name?: string | undefined;
            /** E-mail address. */
            email?: string | undefined;
            [key: string]: unknown;
          }
        | undefined;
      /** People who are mentioned. */
      taggedUserContacts?:
        | {
            /** Your id for the user. */
            userId: string;
            [key: string]: unknown;
          }[]
        | undefined;
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A comment was changed. */
  "comment.update": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    targetComment: {
      /** Number of the comment, unique in its thread. */
      commentId: number;
      /** The plain text. */
      commentText?: string | undefined;
      /** Who wrote it. */
      from?:
        | {
            /** Your id for the user. */
            userId: string;
            /** Name shown to people. */
            name?: string | undefined;
            /** E-mail address. */
            email?: string | undefined;
            [key: string]: unknown;
          }
        | undefined;
      /** People who are mentioned. */
      taggedUserContacts?:
        | {
            /** Your id for the user. */
            userId: string;
            [key: string]: unknown;
          }[]
        | undefined;
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A comment was deleted; when a thread loses more than 200 at once, one event names all of them in `commentIds`. */
  "comment.delete": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Number of the comment, unique in its thread. */
    commentId?: number | undefined;
    /** Numbers of comments. */
    commentIds?: number[] | undefined;
    targetComment?:
      | {
          /** Number of the comment, unique in its thread. */
          commentId: number;
          /** The plain text. */
          commentText?: string | undefined;
          /** Who wrote it. */
          from?:
            | {
                /** Your id for the user. */
                userId: string;
                /** Name shown to people. */
                name?: string | undefined;
                /** E-mail address. */
                email?: string | undefined;
                [key: string]: unknown;
              }
            | undefined;
          /** People who are mentioned. */
          taggedUserContacts?:
            | {
                /** Your id for the user. */
                userId: string;
                [key: string]: unknown;
              }[]
            | undefined;
          isTruncated?: true | undefined;
          [key: string]: unknown;
        }
      | undefined;
    [key: string]: unknown;
  };
  /** Somebody reacted to a comment. */
  "comment.reaction_add": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Number of the comment, unique in its thread. */
    commentId: number;
    reaction: {
      icon?: string | undefined;
      /** Who wrote it. */
      from?:
        | {
            /** Your id for the user. */
            userId: string;
            /** Name shown to people. */
            name?: string | undefined;
            /** E-mail address. */
            email?: string | undefined;
            [key: string]: unknown;
          }
        | undefined;
      [key: string]: unknown;
    };
    targetComment?:
      | {
          /** Number of the comment, unique in its thread. */
          commentId: number;
          /** The plain text. */
          commentText?: string | undefined;
          /** Who wrote it. */
          from?:
            | {
                /** Your id for the user. */
                userId: string;
                /** Name shown to people. */
                name?: string | undefined;
                /** E-mail address. */
                email?: string | undefined;
                [key: string]: unknown;
              }
            | undefined;
          /** People who are mentioned. */
          taggedUserContacts?:
            | {
                /** Your id for the user. */
                userId: string;
                [key: string]: unknown;
              }[]
            | undefined;
          isTruncated?: true | undefined;
          [key: string]: unknown;
        }
      | undefined;
    [key: string]: unknown;
  };
  /** A reaction to a comment was removed. */
  "comment.reaction_delete": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    /** Id of the comment thread. */
    annotationId: string;
    commentAnnotation: {
      /** Id of the comment thread. */
      annotationId: string;
      /** Id of the document. */
      documentId: string;
      /** Who wrote it. */
      from: {
        /** Your id for the user. */
        userId: string;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
        [key: string]: unknown;
      };
      /** Current state. */
      status: {
        id: string;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        /** Colour in CSS notation. */
        color?: string | undefined;
        /** Lighter colour in CSS notation. */
        lightColor?: string | undefined;
        [key: string]: unknown;
      };
      /** Who may see it. */
      visibility: {
        type: string;
        [key: string]: unknown;
      };
      /** The comments, oldest first. */
      comments: {
        /** Number of the comment, unique in its thread. */
        commentId: number;
        /** The plain text. */
        commentText?: string | undefined;
        /** Who wrote it. */
        from?:
          | {
              /** Your id for the user. */
              userId: string;
              /** Name shown to people. */
              name?: string | undefined;
              /** E-mail address. */
              email?: string | undefined;
              [key: string]: unknown;
            }
          | undefined;
        /** People who are mentioned. */
        taggedUserContacts?:
          | {
              /** Your id for the user. */
              userId: string;
              [key: string]: unknown;
            }[]
          | undefined;
        isTruncated?: true | undefined;
        [key: string]: unknown;
      }[];
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    /** Who may see it. */
    visibility?:
      | {
          type: string;
          [key: string]: unknown;
        }
      | undefined;
    /** Number of the comment, unique in its thread. */
    commentId: number;
    reaction: {
      icon?: string | undefined;
      /** Who wrote it. */
      from?:
        | {
            /** Your id for the user. */
            userId: string;
            /** Name shown to people. */
            name?: string | undefined;
            /** E-mail address. */
            email?: string | undefined;
            [key: string]: unknown;
          }
        | undefined;
      [key: string]: unknown;
    };
    targetComment?:
      | {
          /** Number of the comment, unique in its thread. */
          commentId: number;
          /** The plain text. */
          commentText?: string | undefined;
          /** Who wrote it. */
          from?:
            | {
                /** Your id for the user. */
                userId: string;
                /** Name shown to people. */
                name?: string | undefined;
                /** E-mail address. */
                email?: string | undefined;
                [key: string]: unknown;
              }
            | undefined;
          /** People who are mentioned. */
          taggedUserContacts?:
            | {
                /** Your id for the user. */
                userId: string;
                [key: string]: unknown;
              }[]
            | undefined;
          isTruncated?: true | undefined;
          [key: string]: unknown;
        }
      | undefined;
    [key: string]: unknown;
  };
  /** A user was added to an organization, a folder or a document. */
  "user.add": {
    /** A person in an event. Names and addresses are omitted if data protection is on. */
    user: {
      /** Your id for the user. */
      userId: string;
      /** Name shown to people. */
      name?: string | undefined;
      /** E-mail address. */
      email?: string | undefined;
      [key: string]: unknown;
    };
    /** Id of the folder. */
    folderId?: string | undefined;
    [key: string]: unknown;
  };
  /** The data of a user changed. */
  "user.update": {
    /** A person in an event. Names and addresses are omitted if data protection is on. */
    user: {
      /** Your id for the user. */
      userId: string;
      /** Name shown to people. */
      name?: string | undefined;
      /** E-mail address. */
      email?: string | undefined;
      [key: string]: unknown;
    };
    /** Id of the folder. */
    folderId?: string | undefined;
    [key: string]: unknown;
  };
  /** A user was removed from an organization, a folder or a document. */
  "user.delete": {
    user: {
      /** Your id for the user. */
      userId: string;
      [key: string]: unknown;
    };
    /** Id of the folder. */
    folderId?: string | undefined;
    [key: string]: unknown;
  };
  /** A user was given access to a resource. */
  "permission.add": {
    /** Your id for the user. */
    userId: string;
    resource: {
      type: string;
      id: string;
      /** A `viewer` reads; an `editor` reads and writes. */
      accessRole?: string | undefined;
      /** When it expires. */
      expiresAt?: number | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A user's access to a resource was revoked. */
  "permission.remove": {
    /** Your id for the user. */
    userId: string;
    resource: {
      type: string;
      id: string;
      /** A `viewer` reads; an `editor` reads and writes. */
      accessRole?: string | undefined;
      /** When it expires. */
      expiresAt?: number | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A user joined a user group. */
  "usergroup.user_add": {
    /** Id of the user group. */
    organizationUserGroupId: string;
    /** Your id for the user. */
    userId: string;
    [key: string]: unknown;
  };
  /** A user left a user group. */
  "usergroup.user_delete": {
    /** Id of the user group. */
    organizationUserGroupId: string;
    /** Your id for the user. */
    userId: string;
    [key: string]: unknown;
  };
  /** A user joined a document. */
  "presence.add": {
    user: {
      /** Your id for the user. */
      userId: string;
      /** Name shown to people. */
      name?: string | undefined;
      /** E-mail address. */
      email?: string | undefined;
      /** Current state. */
      status?: string | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A user's presence on a document changed. */
  "presence.update": {
    user: {
      /** Your id for the user. */
      userId: string;
      /** Name shown to people. */
      name?: string | undefined;
      /** E-mail address. */
      email?: string | undefined;
      /** Current state. */
      status?: string | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A user left a document. */
  "presence.delete": {
    user: {
      /** Your id for the user. */
      userId: string;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** An organization was added. */
  "organization.add": {
    /** Name of the organization. */
    organizationName?: string | undefined;
    [key: string]: unknown;
  };
  /** An organization was changed. */
  "organization.update": {
    /** Name of the organization. */
    organizationName?: string | undefined;
    [key: string]: unknown;
  };
  /** The deletion of an organization began: it no longer exists for anybody. */
  "organization.delete": {
    [key: string]: unknown;
  };
  /** An organization was disabled: no user can open its documents. */
  "organization.disable": {
    /** Name of the organization. */
    organizationName?: string | undefined;
    [key: string]: unknown;
  };
  /** An organization was enabled again. */
  "organization.enable": {
    /** Name of the organization. */
    organizationName?: string | undefined;
    [key: string]: unknown;
  };
  /** A folder was added. */
  "folder.add": {
    /** Id of the folder. */
    folderId: string;
    /** Name of the folder. */
    folderName?: string | undefined;
    /** Parent folder; `root` for the top level of the organization. */
    parentFolderId?: string | undefined;
    /** Who may open it without a grant. */
    accessType?: string | null | undefined;
    [key: string]: unknown;
  };
  /** A folder was renamed, or its access changed. */
  "folder.update": {
    /** Id of the folder. */
    folderId: string;
    /** Name of the folder. */
    folderName?: string | undefined;
    /** Parent folder; `root` for the top level of the organization. */
    parentFolderId?: string | undefined;
    /** Who may open it without a grant. */
    accessType?: string | null | undefined;
    [key: string]: unknown;
  };
  /** A folder was moved under another one. */
  "folder.move": {
    /** Id of the folder. */
    folderId: string;
    /** Name of the folder. */
    folderName?: string | undefined;
    /** Parent folder; `root` for the top level of the organization. */
    parentFolderId?: string | undefined;
    /** Who may open it without a grant. */
    accessType?: string | null | undefined;
    [key: string]: unknown;
  };
  /** The deletion of a folder with everything in it began. */
  "folder.delete": {
    /** Id of the folder. */
    folderId: string;
    [key: string]: unknown;
  };
  /** A document was added. */
  "document.add": {
    /** Name of the document. */
    documentName?: string | undefined;
    /** Id of the folder. */
    folderId?: string | undefined;
    /** Who may open it without a grant. */
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** A document was changed. */
  "document.update": {
    /** Name of the document. */
    documentName?: string | undefined;
    /** Id of the folder. */
    folderId?: string | undefined;
    /** Who may open it without a grant. */
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** A document was moved to another folder. */
  "document.move": {
    /** Name of the document. */
    documentName?: string | undefined;
    /** Id of the folder. */
    folderId?: string | undefined;
    /** Who may open it without a grant. */
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** The deletion of a document began: it no longer exists for anybody. */
  "document.delete": {
    [key: string]: unknown;
  };
  /** A document was disabled: no user can open it. */
  "document.disable": {
    /** Name of the document. */
    documentName?: string | undefined;
    /** Id of the folder. */
    folderId?: string | undefined;
    /** Who may open it without a grant. */
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** A document was enabled again. */
  "document.enable": {
    /** Name of the document. */
    documentName?: string | undefined;
    /** Id of the folder. */
    folderId?: string | undefined;
    /** Who may open it without a grant. */
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** Who may open a document changed. */
  "document.access_change": {
    /** Name of the document. */
    documentName?: string | undefined;
    /** Id of the folder. */
    folderId?: string | undefined;
    /** Who may open it without a grant. */
    accessType?: string | undefined;
    [key: string]: unknown;
  };
  /** A document was moved to another id; the id in `metadata` no longer exists. */
  "document.migrate": {
    newDocumentId: string;
    /** Id of the migration. */
    migrationId: string;
    [key: string]: unknown;
  };
  /** Live state of a document changed. */
  "livestate.broadcast": {
    /** Id of the live state entry. */
    liveStateDataId: string;
    data: {
      [key: string]: unknown;
    };
    /** Whether to merge the data into the existing data instead of replacing it. */
    merge: boolean;
    [key: string]: unknown;
  };
  /** Editor data was added. */
  "crdt.add": {
    /** Id of the editor whose content it is. */
    editorId: string;
    type: string;
    crdtData: {
      id: string;
      data?: unknown | undefined;
      lastUpdatedBy: string | null;
      /** When it was last changed. */
      lastUpdate: string;
      sessionId: null;
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** Editor data was replaced. */
  "crdt.update_data": {
    /** Id of the editor whose content it is. */
    editorId: string;
    type: string;
    crdtData: {
      id: string;
      data?: unknown | undefined;
      lastUpdatedBy: string | null;
      /** When it was last changed. */
      lastUpdate: string;
      sessionId: null;
      isTruncated?: true | undefined;
      [key: string]: unknown;
    };
    [key: string]: unknown;
  };
  /** A recording was added. */
  "recording.add": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    recordingId: string;
    /** What was recorded. */
    recordingType?: string | undefined;
    [key: string]: unknown;
  };
  /** A recording was deleted. */
  "recording.delete": {
    recordingId: string;
    [key: string]: unknown;
  };
  /** A recording is complete, with its files. */
  "recorder.done": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    recorderId: string;
    /** Who wrote it. */
    from?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    assets: {
      attachmentId: number;
      url?: string | undefined;
      /** Media type, such as `image/png`. */
      mimeType?: string | undefined;
      [key: string]: unknown;
    }[];
    assetsAllVersions: {
      attachmentId: number;
      url?: string | undefined;
      /** Media type, such as `image/png`. */
      mimeType?: string | undefined;
      version: number;
      [key: string]: unknown;
    }[];
    transcription?: unknown | undefined;
    [key: string]: unknown;
  };
  /** A client opened a huddle. */
  "huddle.create": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    huddleId: string;
    [key: string]: unknown;
  };
  /** A client joined a huddle. */
  "huddle.join": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    huddleId: string;
    [key: string]: unknown;
  };
  /** An activity was logged. */
  "activity.add": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    activityId: string;
    /** What the record is about. */
    featureType: string;
    /** Name of the action, such as `comment.add`. */
    actionType: string;
    /** Id of the target of the action. */
    targetEntityId?: string | undefined;
    [key: string]: unknown;
  };
  /** A notification was added. */
  "notification.add": {
    /** Who did it. */
    actionUser?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Name shown to people. */
          name?: string | undefined;
          /** E-mail address. */
          email?: string | undefined;
          [key: string]: unknown;
        }
      | undefined;
    notificationId: string;
    /** Whether all users of the organization receive it. */
    notifyAll: boolean;
    notifyUserIds: string[];
    displayHeadlineMessage?: string | undefined;
    /** Text below the headline. */
    displayBodyMessage?: string | undefined;
    /** Source of the notification. */
    notificationSource?: string | undefined;
    recipients?:
      | {
          /** Your id for the user. */
          userId: string;
          /** Channels that it subscribes to; `null` for all. */
          channels: string[];
          [key: string]: unknown;
        }[]
      | undefined;
    isTruncated?: true | undefined;
    [key: string]: unknown;
  };
  /** An approval began. */
  "execution.dispatched": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    [key: string]: unknown;
  };
  /** An approval was completed. */
  "execution.completed": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    [key: string]: unknown;
  };
  /** An approval failed. */
  "execution.failed": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    [key: string]: unknown;
  };
  /** An approval was cancelled. */
  "execution.cancelled": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    [key: string]: unknown;
  };
  /** A step is waiting for approval. */
  "step.awaiting-approval": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    stepId: string;
    [key: string]: unknown;
  };
  /** A step was completed. */
  "step.completed": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    stepId: string;
    [key: string]: unknown;
  };
  /** A step failed. */
  "step.failed": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    stepId: string;
    [key: string]: unknown;
  };
  /** A step was not completed in time. */
  "step.breached": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    stepId: string;
    [key: string]: unknown;
  };
  /** A step was cancelled. */
  "step.cancelled": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    stepId: string;
    [key: string]: unknown;
  };
  /** Enough members of a group approved a step. */
  "group.quorum-met": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    stepId: string;
    /** Id of the user group. */
    groupId: string;
    [key: string]: unknown;
  };
  /** Another round of a loop began. */
  "loop.iteration-started": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    loopId: string;
    iteration?: number | undefined;
    [key: string]: unknown;
  };
  /** A loop ended after its last round. */
  "loop.exhausted": {
    /** Id of a run of the program that wrote. */
    executionId: string;
    loopId: string;
    iteration?: number | undefined;
    [key: string]: unknown;
  };
  /** An endpoint was disabled because it responded with status 410 or failed for five days. */
  "webhook.endpoint_disabled": {
    /** Id of the webhook endpoint. */
    endpointId: string;
    url?: string | undefined;
    reason: string;
    [key: string]: unknown;
  };
  /** The last attempt of a delivery failed; send it again with deliveries/resend. */
  "message.attempt.exhausted": {
    /** Id of the delivery. */
    deliveryId: string;
    /** Id of the message, the same in each attempt to deliver it. */
    messageId: string;
    /** Id of the webhook endpoint. */
    endpointId: string;
    /** Type of the event, such as `comment.add`. */
    eventType: string;
    attempts: number;
    [key: string]: unknown;
  };
}

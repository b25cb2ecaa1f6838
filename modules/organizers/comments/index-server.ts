import { commentsHandlers } from './http.ts'
import { postPendingWords } from './post-comment.ts'

/** Exports for `server/` only. */
export const commentsServer = {
  handlers: commentsHandlers,
  reactions: { postPendingWords },
}

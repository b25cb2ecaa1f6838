import { commentsHandlers } from './http.ts'
import { postWaitingWords } from './post-comment.ts'

/** Exports for `server/` only. */
export const commentsServer = {
  handlers: commentsHandlers,
  reactions: { postWaitingWords },
}

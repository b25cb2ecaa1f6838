import { commentsHandlers } from './http.ts'

/** Exports for the server only. */
export const commentsServer = {
  handlers: commentsHandlers,
}

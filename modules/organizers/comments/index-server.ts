import { commentsHandlers } from './http.ts'

/** What only the server uses of this module. */
export const commentsServer = {
  handlers: commentsHandlers,
}

import { hostedPagesHandlers } from './http.ts'

/** What only the server uses of this module. */
export const hostedPagesServer = {
  handlers: hostedPagesHandlers,
}

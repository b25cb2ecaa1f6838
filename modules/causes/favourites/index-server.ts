import { favouritesHandlers } from './http.ts'

/** What only the server uses of this module. */
export const favouritesServer = {
  handlers: favouritesHandlers,
}

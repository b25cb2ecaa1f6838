import { favouritesHandlers } from './http.ts'

/** Exports for the server only. */
export const favouritesServer = {
  handlers: favouritesHandlers,
}

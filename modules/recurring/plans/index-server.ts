import { announcedTask } from './announce-month.ts'
import { plansHandlers } from './http.ts'

/** What only the server uses of this module. */
export const plansServer = {
  handlers: plansHandlers,
  jobs: { announcedTask },
}

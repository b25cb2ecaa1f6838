import { discoveryHandlers } from './http.ts'
import { curatingHandlers } from './http-curating.ts'

/** What only the server uses of this module. */
export const discoveryServer = {
  handlers: { ...discoveryHandlers, ...curatingHandlers },
}

import { discoveryHandlers } from './http.ts'
import { curatingHandlers } from './http-curating.ts'

export type { DiscoveryPorts } from './show-cards.ts'

/** What only the server uses of this module. */
export const discoveryServer = {
  handlers: { ...discoveryHandlers, ...curatingHandlers },
}

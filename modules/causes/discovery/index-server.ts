import { discoveryHandlers } from './http.ts'
import { curatingHandlers } from './http-curating.ts'
import { sitemapCampaigns, sitemapEvents, sitemapPages } from './queries/sitemap.ts'

export type { DiscoveryPorts } from './show-cards.ts'

/** What only the server uses of this module. */
export const discoveryServer = {
  sitemapPages,
  sitemapCampaigns,
  sitemapEvents,
  handlers: { ...discoveryHandlers, ...curatingHandlers },
}

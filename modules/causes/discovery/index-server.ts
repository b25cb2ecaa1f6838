import { discoveryHandlers } from './http.ts'
import { curatingHandlers } from './http-curating.ts'
import { sitemapCampaigns, sitemapEvents, sitemapPages } from './queries/sitemap.ts'

export type { DiscoveryPorts } from './show-cards.ts'

/** Exports for the server only. */
export const discoveryServer = {
  sitemapPages,
  sitemapCampaigns,
  sitemapEvents,
  handlers: { ...discoveryHandlers, ...curatingHandlers },
}

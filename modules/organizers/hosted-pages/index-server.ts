import { hostedPagesHandlers } from './http.ts'
import { movePageOfCampaign } from './move-page-of-campaign.ts'

/** What only the server uses of this module. */
export const hostedPagesServer = {
  handlers: hostedPagesHandlers,
  movePageOfCampaign,
}

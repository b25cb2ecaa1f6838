import { changePageState } from './change-page-state.ts'
import { createPage } from './create-page.ts'
import { hostedPagesHandlers } from './http.ts'
import { movePageOfCampaign, pageRequirements } from './move-page-of-campaign.ts'
import { charityAddresses, pageAddresses } from './page-addresses.ts'
import { pixelOfPage } from './page-pixel.ts'
import { readPublicPages } from './read-by-id.ts'
import { pixelOrigin, pixelPicture } from './rules/pixel.ts'

/** Exports for `server/` only. */
export const hostedPagesServer = {
  charityAddresses,
  changePageState,
  createPage,
  handlers: hostedPagesHandlers,
  movePageOfCampaign,
  pageRequirements,
  pageAddresses,
  pixelOfPage,
  pixelOrigin,
  pixelPicture,
  readPublicPages,
}

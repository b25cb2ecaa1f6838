import { changePageState } from './change-page-state.ts'
import { createPage } from './create-page.ts'
import { hostedPagesHandlers } from './http.ts'
import { movePageOfCampaign } from './move-page-of-campaign.ts'
import { pageAddresses } from './page-addresses.ts'
import { pixelOfPage } from './page-pixel.ts'
import { pixelOrigin, pixelPicture } from './rules/pixel.ts'

/** Exports for `server/` only. */
export const hostedPagesServer = {
  changePageState,
  createPage,
  handlers: hostedPagesHandlers,
  movePageOfCampaign,
  pageAddresses,
  pixelOfPage,
  pixelOrigin,
  pixelPicture,
}

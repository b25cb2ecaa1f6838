import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { RenderContext } from '#server/pages/render-context.ts'

/** Returns the donor's saved cards. If loading fails, returns none, so that the donor can still type a card. */
export async function loadSavedCards({
  api,
  viewer,
  logError,
}: RenderContext): Promise<OutputOf<ProductContract, 'GET /v4/cards'>['cards']> {
  if (!viewer.isSignedIn) return []
  try {
    return (await api('GET /v4/cards', {})).cards
  } catch (error) {
    logError(error, 'the saved cards could not be loaded')
    return []
  }
}

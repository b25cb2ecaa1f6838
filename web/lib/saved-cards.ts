import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { RenderContext } from '#server/pages/render-context.ts'

/** The cards a donor may pay with; without them they still give, with one they type. */
export async function savedCardsOf({
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

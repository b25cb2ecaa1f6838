import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { isProblem } from '#shared/problem.ts'
import type { RenderContext } from '#server/pages/render-context.ts'

type Returned = OutputOf<ProductContract, 'GET /v4/returns/:intentId'>

/**
 * Where the gift stands that an address names (`?gift=`), as the bank sends donors back; null: it names none of this
 * page. `slug` null: of a basket.
 */
export async function giftReturned(
  { api, logError }: RenderContext,
  url: URL,
  slug: string | null,
): Promise<Returned | null> {
  const intentId = url.searchParams.get('gift') ?? ''
  if (!isUuid(intentId)) return null
  try {
    const returned = await api('GET /v4/returns/:intentId', { intentId })
    return returned.campaignSlug === slug ? returned : null
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') return null
    // Whoever comes back from their bank is never shown an empty form because we could not look: it would be paid
    // again.
    logError(error, 'the status of a returned payment could not be read')
    throw error
  }
}

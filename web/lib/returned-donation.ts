import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { isProblem } from '#shared/problem.ts'
import type { RenderContext } from '#server/pages/render-context.ts'

type Returned = OutputOf<ProductContract, 'GET /v4/returns/:intentId'>

/**
 * Returns the status of the donation named in the URL (`?gift=`) after the bank's redirect; null if there is none for
 * this page. `slug`: null for a basket.
 */
export async function loadReturnedDonation(
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
    // A donor who returns from the bank must not see an empty form because the look-up failed: they would pay again.
    logError(error, 'the status of a returned payment could not be read')
    throw error
  }
}

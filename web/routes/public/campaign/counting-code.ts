import type { RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'

/**
 * The code a donor came by, where it counts for what they are about to give to; any other is ignored
 * (content-18). Where that cannot be asked just now it stays: it is judged again with the gift. For loaders.
 */
export async function countingCode(
  api: RenderContext['api'],
  code: string | undefined,
  of: { readonly campaignId: string } | { readonly givingPlanId: string },
): Promise<string | null> {
  if (code === undefined) return null
  try {
    return (await api('GET /v4/referral-codes/:code', { code, ...of })).counts ? code : null
  } catch (error) {
    if (!isProblem(error)) throw error
    return code
  }
}

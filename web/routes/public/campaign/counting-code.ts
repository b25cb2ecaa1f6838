import type { RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'

/**
 * Returns the visit's referral code if it counts for the planned donation (content-18); otherwise undefined. If the
 * check fails, the code is kept, since the donation checks it again. For loaders.
 */
export async function countingCode(
  api: RenderContext['api'],
  code: string | undefined,
  input: { readonly campaignId: string } | { readonly givingPlanId: string },
): Promise<string | null> {
  if (code === undefined) return null
  try {
    return (await api('GET /v4/referral-codes/:code', { code, ...input })).counts ? code : null
  } catch (error) {
    if (!isProblem(error)) throw error
    return code
  }
}

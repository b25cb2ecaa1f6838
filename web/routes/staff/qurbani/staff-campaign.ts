import type { RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'

/** Finds the fundraiser by its slug or the link to its page; null if there is none, or it isn't public. */
export async function findStaffCampaign({ api }: RenderContext, typed: string) {
  const slug = addressIn(typed)
  if (slug === '') return null
  try {
    const { id, title, currency } = await api('GET /v4/campaign-pages/:slug', { slug })
    return { id, slug, title, currency }
  } catch (error) {
    if (isProblem(error) && error.status < 500) return null
    throw error
  }
}

/**
 * Returns the slug `clean-water` from `https://example.org/v4/campaign/clean-water?src=mail`, or from the slug itself.
 */
export const addressIn = (typed: string): string =>
  /^(?:.*\/campaign\/)?([\w-]{1,200})\/?(?:[?#].*)?$/.exec(typed.trim())?.[1]?.toLowerCase() ?? ''

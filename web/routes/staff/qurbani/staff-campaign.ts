import type { RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'

/** The fundraiser that an address, or a link to its page, names; null: there is none, or it isn't public. */
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

/** `clean-water` of `https://example.org/v4/campaign/clean-water?src=mail`, or of itself. */
export const addressIn = (typed: string): string =>
  /^(?:.*\/campaign\/)?([\w-]{1,200})\/?(?:[?#].*)?$/.exec(typed.trim())?.[1]?.toLowerCase() ?? ''

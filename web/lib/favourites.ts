import type { RenderContext } from '#server/pages/render-context.ts'

/**
 * Returns which of these campaigns are on the visitor's Giving List. Only for visitors with a session; pages without
 * one are cached and shared.
 */
export const loadFavourites = (
  { api, viewer }: Pick<RenderContext, 'api' | 'viewer'>,
  campaignIds: readonly string[],
): Promise<readonly string[]> =>
  viewer.isSignedIn && campaignIds.length > 0
    ? api('GET /api/user/favorites', { ids: campaignIds.slice(0, 100).join(',') })
    : Promise.resolve([])

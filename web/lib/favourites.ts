import type { RenderContext } from '#server/pages/render-context.ts'

/**
 * Which of these campaigns are on the visitor's Giving List. Asked only for people with a session: the pages of others
 * are shared by all.
 */
export const favouritesOf = (
  { api, viewer }: Pick<RenderContext, 'api' | 'viewer'>,
  campaignIds: readonly string[],
): Promise<readonly string[]> =>
  viewer.isSignedIn && campaignIds.length > 0
    ? api('GET /api/user/favorites', { ids: campaignIds.slice(0, 100).join(',') })
    : Promise.resolve([])

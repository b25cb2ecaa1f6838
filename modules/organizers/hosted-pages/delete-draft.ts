import type { AccountRequest } from '#modules/platform/identity/index.ts'
import { updateEdited } from '#modules/causes/campaigns/index.ts'
import { Problem } from '#shared/problem.ts'
import { authorizeForPage, hostedPageNotFound, recordHostedPageAct } from './authorize-for-page.ts'
import type { HostedPagePorts } from './ports.ts'
import { deletePage, lockHostedPage, lockPagesOf } from './queries/pages.ts'
import { untitled } from './rules/page-content.ts'
import { pageStateOf } from './rules/page-states.ts'

/**
 * Deletes a draft, for an owner, admin or editor of its charity. Throws `hosted-page-not-draft` (409) if the page waits
 * for review or was ever public (pages-7). The campaign's row is kept without its texts, and its slug is free again.
 */
export async function deleteDraft(
  ports: HostedPagePorts,
  by: AccountRequest,
  ids: { readonly subdomain: string; readonly slug: string },
): Promise<{ readonly id: string }> {
  const { charity, page: found } = await authorizeForPage(ports, by.viewer, ids, 'pages')
  const now = ports.clock()
  await ports.write(async (tx) => {
    await lockPagesOf(tx, charity.id)
    const page = await lockHostedPage(tx, found.id)
    if (!page) throw hostedPageNotFound()
    if (pageStateOf(page, now) !== 'draft' || page.publishedVersion !== null)
      throw new Problem('conflict', 'hosted-page-not-draft')
    await deletePage(tx, page.id)
    await updateEdited(tx, page.campaignId, {
      slug: `deleted-page-${page.id}`,
      name: untitled,
      tagline: '',
      story: '',
      location: '',
      cover_id: null,
      cover_alt: '',
      changed_at: now,
    })
    await recordHostedPageAct(tx, {
      by,
      page,
      act: 'deleted',
      at: now,
      before: { title: page.draft.title, slug: page.slug },
    })
  })
  return { id: found.id }
}

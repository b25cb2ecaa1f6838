import type { AccountRequest } from '#modules/platform/identity/index.ts'
import { required } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import { type OpenPage, authorizeForPage, hostedPageNotFound, recordHostedPageAct } from './authorize-for-page.ts'
import type { HostedPagePorts } from './ports.ts'
import { findPageById, lockHostedPage, lockPagesOf } from './queries/pages.ts'
import { findVersion, listVersions, type PageVersion } from './queries/versions.ts'
import { changedPaths } from './rules/merge-page.ts'
import { writeDraft } from './save-page.ts'

type PagePath = { readonly subdomain: string; readonly slug: string }

/** Lists the published versions of a page, newest first, for its charity's members. */
export async function pageVersions(
  ports: HostedPagePorts,
  by: AccountRequest,
  pagePath: PagePath,
): Promise<{ readonly versions: readonly PageVersion[]; readonly published: number | null }> {
  const { page } = await authorizeForPage(ports, by.viewer, pagePath, 'read', 'reading')
  return { versions: await listVersions(ports.db, page.id), published: page.publishedVersion }
}

/**
 * Saves an earlier version as the draft; the public page doesn't change until the next publication. Currency and
 * requested slug are kept (pages-8).
 */
export async function restoreVersion(
  ports: HostedPagePorts,
  by: AccountRequest,
  pagePath: PagePath & { readonly number: number },
): Promise<OpenPage> {
  const { charity, page: found } = await authorizeForPage(ports, by.viewer, pagePath, 'pages')
  const now = ports.clock()
  const page = await ports.write(async (tx) => {
    await lockPagesOf(tx, charity.id)
    const page = await lockHostedPage(tx, found.id)
    if (!page) throw hostedPageNotFound()
    if (page.reviewRequestedAt) throw new Problem('conflict', 'hosted-page-in-review')
    const version = await findVersion(tx, page.id, pagePath.number)
    if (!version) throw new Problem('not-found', 'page-version-not-found')
    const content = { ...version, currency: page.draft.currency, customUrl: page.draft.customUrl }
    const paths = changedPaths(page.draft, content)
    if (paths.length === 0) return page
    await writeDraft(ports, tx, { charity, page, content, paths, now })
    await recordHostedPageAct(tx, {
      by,
      page,
      act: 'restored',
      at: now,
      after: { version: pagePath.number, fields: paths },
    })
    return required(await findPageById(tx, page.id), 'page')
  })
  return { charity, page }
}

import { memberRoleIn } from '#modules/causes/organizations/index-members.ts'
import { findAddressedOrganization } from '#modules/causes/organizations/index.ts'
import { refusalAfterClosing } from '#modules/causes/organizations/rules/closing.ts'
import { isShownInPublic } from '#modules/causes/organizations/rules/verification.ts'
import { Problem } from '#shared/problem.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { charityOfPages, type OpenPage, pageNotFound } from './act-on-page.ts'
import type { HostedPagePorts } from './ports.ts'
import { findPage, listPages } from './queries/pages.ts'
import { pageStateOf } from './rules/page-states.ts'

/** More pages than a charity can have. */
const listMax = 200

/** The pages of a charity, those changed last first, for its members. */
export async function pagesOf(ports: HostedPagePorts, viewer: AccountViewer, subdomain: string): Promise<OpenPage[]> {
  const { charity } = await charityOfPages(ports, viewer, subdomain, 'read', 'reading')
  return (await listPages(ports.db, charity.id, listMax)).map((page) => ({ charity, page }))
}

/**
 * A page for anyone while it is public, or for the charity's members in every state; `isDraft`: what they are writing.
 * Of a charity that was never verified, is closed or was rejected, nothing is public (pages-7).
 */
export async function readHostedPage(
  ports: HostedPagePorts,
  viewer: Viewer,
  input: { readonly subdomain: string; readonly slug: string; readonly asksForDraft: boolean },
): Promise<OpenPage & { readonly isMember: boolean; readonly isDraft: boolean }> {
  const charity = await findAddressedOrganization(ports.db, input.subdomain)
  const page = charity && (await findPage(ports.db, charity.id, input.slug))
  if (!charity || !page) throw pageNotFound()
  const isMember =
    viewer.kind === 'account' &&
    refusalAfterClosing(charity.closedAt, { now: ports.clock(), isReading: true }) === undefined &&
    (await memberRoleIn(ports.db, viewer.accountId, charity.id)) !== undefined
  const isDraft = isMember && (input.asksForDraft || page.published === null)
  const state = pageStateOf(page, ports.clock())
  const isPublic = isShownInPublic(charity) && (state === 'published' || state === 'ended') && page.published !== null
  if (!isMember && !isPublic)
    // Its address leads to the charity, as long as donors may see that.
    throw state === 'archived' && isShownInPublic(charity)
      ? new Problem('not-found', 'hosted-page-archived')
      : pageNotFound()
  return { charity, page, isMember, isDraft }
}

import { generalFundOf } from '#modules/causes/campaigns/index.ts'
import { memberRoleIn, findAddressedOrganization } from '#modules/causes/organizations/index.ts'
import { refusalAfterClosing } from '#modules/causes/organizations/rules/closing.ts'
import { isShownInPublic } from '#modules/causes/organizations/rules/verification.ts'
import { currencyOfCountry } from '#modules/platform/currencies/rules/of-country.ts'
import type { Currency } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { authorizeForPages, type OpenPage, hostedPageNotFound } from './authorize-for-page.ts'
import type { HostedPagePorts } from './ports.ts'
import { findHostedPage, listPages } from './queries/pages.ts'
import { pageStateOf } from './rules/page-states.ts'

/** Larger than the maximum of a charity's pages. */
const listMax = 200

/**
 * Returns the pages of a charity for its members, last changed first, and the currency that a new page should propose:
 * its general fund's, or its country's.
 */
export async function hostedPagesOf(
  ports: HostedPagePorts,
  viewer: AccountViewer,
  subdomain: string,
): Promise<{ readonly pages: OpenPage[]; readonly proposedCurrency: Currency }> {
  const { charity } = await authorizeForPages(ports, viewer, subdomain, 'read', 'reading')
  const [pages, fund] = await Promise.all([
    listPages(ports.db, charity.id, listMax),
    generalFundOf(ports.db, charity.id),
  ])
  return {
    pages: pages.map((page) => ({ charity, page })),
    proposedCurrency: fund?.currency ?? currencyOfCountry(charity.country),
  }
}

/**
 * Returns a page: to anyone while it is public, to the charity's members in every state. `isDraft` tells whether the
 * content is the draft. A charity that was never verified, is closed or was rejected has no public page (pages-7).
 */
export async function readHostedPage(
  ports: HostedPagePorts,
  viewer: Viewer,
  input: { readonly subdomain: string; readonly slug: string; readonly asksForDraft: boolean },
): Promise<OpenPage & { readonly isMember: boolean; readonly isDraft: boolean }> {
  const charity = await findAddressedOrganization(ports.db, input.subdomain)
  const page = charity && (await findHostedPage(ports.db, charity.id, input.slug))
  if (!charity || !page) throw hostedPageNotFound()
  const isMember =
    viewer.kind === 'account' &&
    refusalAfterClosing(charity.closedAt, { now: ports.clock(), isReading: true }) === undefined &&
    (await memberRoleIn(ports.db, viewer.accountId, charity.id)) !== undefined
  const isDraft = isMember && (input.asksForDraft || page.published === null)
  const state = pageStateOf(page, ports.clock())
  const isPublic = isShownInPublic(charity) && (state === 'published' || state === 'ended') && page.published !== null
  if (!isMember && !isPublic)
    // Its URL shows the charity instead, if that is public.
    throw state === 'archived' && isShownInPublic(charity)
      ? new Problem('not-found', 'hosted-page-archived')
      : hostedPageNotFound()
  return { charity, page, isMember, isDraft }
}

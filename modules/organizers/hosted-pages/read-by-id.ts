import { findAddressedOrganization } from '#modules/causes/organizations/index.ts'
import type { Db } from '#shared/ports.ts'
import type { HostedPageView } from './contract.ts'
import type { HostedPagePorts } from './ports.ts'
import { findPageById } from './queries/pages.ts'
import { pageView } from './views.ts'

/** Returns these pages of a charity as visitors see them, by id; those of another charity are absent. */
export async function readPublicPages(
  ports: Pick<HostedPagePorts, 'origin' | 'pagesDomain' | 'clock'>,
  db: Db,
  { subdomain, ids }: { readonly subdomain: string; readonly ids: readonly string[] },
): Promise<Map<string, HostedPageView>> {
  const charity = await findAddressedOrganization(db, subdomain)
  const pages = new Map<string, HostedPageView>()
  for (const id of ids) {
    const page = await findPageById(db, id)
    if (charity && page?.organizationId === charity.id)
      pages.set(id, pageView(ports, { charity, page }, { isDraft: false, isMember: false, now: ports.clock() }))
  }
  return pages
}

import { findAddressedOrganization } from '#modules/causes/organizations/index.ts'
import { required } from '#shared/collections.ts'
import type { HostedPagePorts } from './ports.ts'
import { publishPage } from './publish-page.ts'
import { listPagesToPublish, lockPage, lockPagesOf } from './queries/pages.ts'

/** The job: publishes pages that waited for their charity's verification (pages-7). Safe to run twice. */
export async function publishReviewedPages(ports: HostedPagePorts): Promise<void> {
  const now = ports.clock()
  for (const { id, organizationId } of await listPagesToPublish(ports.db, now))
    await ports.write(async (tx) => {
      await lockPagesOf(tx, organizationId)
      const page = await lockPage(tx, id)
      if (!page?.reviewRequestedAt) return
      const charity = required(await findAddressedOrganization(tx, organizationId.toString()), 'charity')
      await publishPage(ports, tx, { charity, page, by: null, now })
    })
}

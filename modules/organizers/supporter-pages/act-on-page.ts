import { record } from '#modules/platform/audit/index.ts'
import type { AccountRequest, AccountViewer } from '#modules/platform/identity/index.ts'
import { isUuid } from '#shared/ids.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { findSupporterPage, type SupporterPage } from './queries/pages.ts'

export const supporterPageNotFound = () => new Problem('not-found', 'supporter-page-not-found')

/** Returns the viewer's own page; throws 404 for anyone else (security-3). */
export async function ownPage(ports: Pick<Ports, 'db'>, viewer: AccountViewer, id: string): Promise<SupporterPage> {
  const page = isUuid(id) ? await findSupporterPage(ports.db, id) : undefined
  if (page?.accountId !== viewer.accountId) throw supporterPageNotFound()
  return page
}

/** Writes an act on a page to the audit log, without texts that people wrote. */
export const recordSupporterPageAct = (
  tx: Tx,
  input: {
    readonly by: AccountRequest
    readonly page: Pick<SupporterPage, 'id' | 'campaignId'>
    readonly act: string
    readonly at: Date
    readonly details?: Readonly<Record<string, unknown>>
  },
) =>
  record(tx, {
    actor: { kind: 'account', id: input.by.viewer.accountId },
    act: `supporter-pages.${input.act}`,
    object: `campaign:${input.page.campaignId}`,
    at: input.at,
    ip: input.by.context.ip,
    details: { page: input.page.id, ...input.details },
  })

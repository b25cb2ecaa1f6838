import { one } from '#shared/collections.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy, runningFacts } from '#modules/causes/campaigns/index.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { postMemoEntries } from '#modules/money/ledger/index.ts'
import type { OrganizingPorts } from '../ports.ts'
import { lockOffline, lockWaitingOf, markCounted, markWithdrawn, type OfflineRow } from '../queries/offline.ts'
import { readReason } from '../rules/words.ts'

type Which = {
  readonly campaignId: bigint
  readonly offlineId?: string | undefined
  readonly importId?: string | undefined
}

/**
 * Confirms waiting donations by a second person: one, or all of an import by another person (content-11). Returns how
 * many. Refused while the charity isn't verified (content-5).
 */
export async function confirmOffline(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  facts: RequestFacts,
  of: Which,
): Promise<number> {
  await campaignRunBy(ports, viewer, of.campaignId, 'offline')
  const charity = await runningFacts(ports, of.campaignId)
  return ports.write(async (tx) => {
    const rows = of.importId
      ? await lockWaitingOf(tx, { campaignId: of.campaignId, importId: of.importId, notBy: viewer.accountId })
      : [await oneWaiting(tx, viewer, of)]
    if (rows.length === 0) throw new Problem('not-found', 'not-found')
    const at = ports.clock()
    if (!canReceiveDonations(charity, at)) throw new Problem('conflict', 'charity-not-verified')
    const counted = rows.map((row) => ({ ...row, txId: ports.newId() }))
    await postMemoEntries(
      tx,
      counted.map(({ txId, id, campaignId, currency, amount }) => ({
        txId,
        sourceId: id,
        campaignId,
        currency,
        amount,
        at,
      })),
    )
    for (const { id, txId } of counted) await markCounted(tx, { id, by: viewer.accountId, at, ledgerTxId: txId })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'organizing.offline-confirmed',
      object: `campaign:${of.campaignId}`,
      at,
      ip: facts.ip,
      details: { gifts: counted.length, ...(of.importId ? { importId: of.importId } : { offlineId: one(counted).id }) },
    })
    return counted.length
  })
}

async function oneWaiting(tx: Tx, viewer: AccountViewer, of: Which): Promise<OfflineRow> {
  const row = of.offlineId ? await lockOffline(tx, of.campaignId, of.offlineId) : undefined
  if (!row) throw new Problem('not-found', 'not-found')
  if (row.state !== 'waiting') throw new Problem('conflict', 'offline-not-waiting')
  if (row.enteredBy === viewer.accountId) throw new Problem('authorization', 'second-person-needed')
  return row
}

/** Withdraws a donation with a reason; a confirmed one is reversed in the memo book. It stays in the list. */
export async function withdrawOffline(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  facts: RequestFacts,
  of: { campaignId: bigint; offlineId: string; reason: string },
): Promise<void> {
  await campaignRunBy(ports, viewer, of.campaignId, 'offline')
  const read = readReason(of.reason)
  if ('fault' in read) throw new Problem('validation', 'invalid-input', { fields: { reason: read.fault } })
  await ports.write(async (tx) => {
    const row = await lockOffline(tx, of.campaignId, of.offlineId)
    if (!row) throw new Problem('not-found', 'not-found')
    if (row.state === 'withdrawn') throw new Problem('conflict', 'offline-withdrawn')
    const at = ports.clock()
    if (row.ledgerTxId)
      await postMemoEntries(tx, [
        {
          txId: ports.newId(),
          sourceId: row.id,
          campaignId: row.campaignId,
          currency: row.currency,
          amount: row.amount,
          at,
          reverses: row.ledgerTxId,
        },
      ])
    await markWithdrawn(tx, { id: row.id, by: viewer.accountId, at, reason: read.words })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'organizing.offline-withdrawn',
      object: `campaign:${of.campaignId}`,
      at,
      ip: facts.ip,
      details: { offlineId: row.id, was: row.state, reason: read.words },
    })
  })
}

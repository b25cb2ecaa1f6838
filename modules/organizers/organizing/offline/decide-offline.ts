import { one } from '#shared/collections.ts'
import { accountsOfSamePerson, type AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { campaignRunBy, runningData } from '#modules/causes/campaigns/index.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { postMemoEntries } from '#modules/money/ledger/index.ts'
import type { OrganizingPorts } from '../ports.ts'
import { lockOffline, lockUnconfirmedImport, markCounted, markWithdrawn, type OfflineRow } from '../queries/offline.ts'
import { readReason } from '../rules/typed-texts.ts'

type DonationsToConfirm = {
  readonly campaignId: bigint
  readonly offlineId?: string | undefined
  readonly importId?: string | undefined
}

/**
 * Confirms waiting donations as a second person: one, or all of another person's import (content-11). Returns their
 * number. Refused while the charity isn't verified (content-5).
 */
export async function confirmOffline(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  target: DonationsToConfirm,
): Promise<number> {
  await campaignRunBy(ports, viewer, target.campaignId, 'offline')
  const charity = await runningData(ports, target.campaignId)
  return ports.write(async (tx) => {
    const rows = target.importId
      ? await lockUnconfirmedImport(tx, {
          campaignId: target.campaignId,
          importId: target.importId,
          notBy: viewer.accountId,
        })
      : [await lockWaitingDonation(tx, viewer, target)]
    if (rows.length === 0) throw new Problem('not-found', 'not-found')
    const instant = ports.clock()
    if (!canReceiveDonations(charity, instant)) throw new Problem('conflict', 'charity-not-verified')
    const counted = rows.map((row) => ({ ...row, txId: ports.newId() }))
    await postMemoEntries(
      tx,
      counted.map(({ txId, id, campaignId, currency, amount }) => ({
        txId,
        sourceId: id,
        campaignId,
        currency,
        amount,
        at: instant,
      })),
    )
    for (const { id, txId } of counted)
      await markCounted(tx, { id, by: viewer.accountId, at: instant, ledgerTxId: txId })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'organizing.offline-confirmed',
      object: `campaign:${target.campaignId}`,
      at: instant,
      ip: context.ip,
      details: {
        donations: counted.length,
        ...(target.importId ? { importId: target.importId } : { offlineId: one(counted).id }),
      },
    })
    return counted.length
  })
}

async function lockWaitingDonation(tx: Tx, viewer: AccountViewer, target: DonationsToConfirm): Promise<OfflineRow> {
  const row = target.offlineId ? await lockOffline(tx, target.campaignId, target.offlineId) : undefined
  if (!row) throw new Problem('not-found', 'not-found')
  if (row.state !== 'waiting') throw new Problem('conflict', 'offline-not-waiting')
  // A key of the same person isn't a second person either.
  if (row.enteredBy && (await accountsOfSamePerson(tx, viewer.accountId)).includes(row.enteredBy))
    throw new Problem('authorization', 'second-person-needed')
  return row
}

/** Withdraws a donation with a reason; a confirmed one is reversed in the memo ledger. The list still shows it. */
export async function withdrawOffline(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { campaignId: bigint; offlineId: string; reason: string },
): Promise<void> {
  await campaignRunBy(ports, viewer, input.campaignId, 'offline')
  const read = readReason(input.reason)
  if ('fault' in read) throw new Problem('validation', 'invalid-input', { fields: { reason: read.fault } })
  await ports.write(async (tx) => {
    const row = await lockOffline(tx, input.campaignId, input.offlineId)
    if (!row) throw new Problem('not-found', 'not-found')
    if (row.state === 'withdrawn') throw new Problem('conflict', 'offline-withdrawn')
    const instant = ports.clock()
    if (row.ledgerTxId)
      await postMemoEntries(tx, [
        {
          txId: ports.newId(),
          sourceId: row.id,
          campaignId: row.campaignId,
          currency: row.currency,
          amount: row.amount,
          at: instant,
          reverses: row.ledgerTxId,
        },
      ])
    await markWithdrawn(tx, { id: row.id, by: viewer.accountId, at: instant, reason: read.words })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'organizing.offline-withdrawn',
      object: `campaign:${input.campaignId}`,
      at: instant,
      ip: context.ip,
      details: { offlineId: row.id, was: row.state, reason: read.words },
    })
  })
}

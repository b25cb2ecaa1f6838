import type { RequestFacts } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { financeOf, type RefundPorts } from '../ports.ts'
import { accountNames } from '../queries/list.ts'
import { dealWithLeft, findLeft, type Left, listLeft } from '../queries/left.ts'
import { leftReasonOf } from '../rules/left.ts'

/** What is left to a person, with what happened and whose gift it is about. */
export async function readLeft(ports: RefundPorts, who: AccountViewer, state: 'open' | 'dealt') {
  const rows = await listLeft(ports.db, { state, limit: 100 })
  return {
    left: await leftViews(ports, rows),
    mayDeal: who.roles.some((role) => role === 'finance' || role === 'admin'),
  }
}

export async function leftViews(ports: RefundPorts, rows: readonly Left[]) {
  const names = await accountNames(ports.db, [...new Set(rows.flatMap(({ dealtBy }) => dealtBy ?? []))])
  return rows.map((row) => ({
    id: row.id,
    intentId: row.intentId,
    campaign: row.campaign,
    name: row.name ?? '',
    reason: leftReasonOf(row.reason),
    amount: Number(row.amount),
    currency: row.currency,
    provider: row.provider,
    providerRefundId: row.providerRefundId,
    foundAt: row.foundAt.toISOString(),
    dealtAt: row.dealtAt?.toISOString() ?? null,
    dealtBy: row.dealtBy === null ? null : (names.get(row.dealtBy) ?? null),
    note: row.note,
  }))
}

/**
 * Somebody has seen to it. Nothing is booked by this: what the books need is a refund, here or at the provider. Said
 * twice the second word finds it done.
 */
export async function dealWith(
  ports: RefundPorts,
  viewer: Viewer,
  facts: Pick<RequestFacts, 'ip'>,
  { leftId, note }: { readonly leftId: string; readonly note: string },
): Promise<void> {
  const who = financeOf(viewer)
  const left = isUuid(leftId) ? await findLeft(ports.db, leftId) : undefined
  if (!left) throw new Problem('not-found', 'not-found')
  await ports.write(async (tx) => {
    const at = ports.clock()
    if (!(await dealWithLeft(tx, { id: left.id, by: who.accountId, note, at })))
      throw new Problem('conflict', 'refund-decided')
    await record(tx, {
      actor: { kind: 'account', id: who.accountId },
      act: 'refunds.dealt-with',
      object: left.intentId === null ? `charge:${left.providerRefundId}` : `intent:${left.intentId}`,
      at,
      ip: facts.ip,
      details: { left: left.id, reason: left.reason, note },
    })
  })
}

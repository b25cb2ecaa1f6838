import { isProblem, Problem } from '#shared/problem.ts'
import type { Tx } from '#shared/ports.ts'
import { post, qurbaniAsSadaqahEntries } from '#modules/money/ledger/index.ts'
import { claimPartialRefund } from '#modules/money/refunds/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import { shareOutcomeOf } from '../rules/unperformed.ts'
import { listUnsettled, lockUnsettled, storeChoice, storeOutcome } from './choice-queries.ts'
import type { FulfilmentPorts } from './ports.ts'
import { findFrozenOrder, partOf } from './unperformed-orders.ts'

const choicesAtOnce = 200

/**
 * Settles donors' choices. Questions unanswered for 30 days become sadaqah (qurbani-7). Returns how many were settled.
 */
export async function settleChoices(ports: FulfilmentPorts): Promise<number> {
  let settled = 0
  for (const donationId of await listUnsettled(ports.db, { now: ports.clock(), limit: choicesAtOnce }))
    if (await settleChoice(ports, donationId)) settled += 1
  return settled
}

/**
 * Refunds the donor or turns the money into sadaqah, once: the row is locked, and the outcome is stored with the
 * refund's claim or the ledger transaction. Returns false if it is already settled, another process has it, or it can't
 * be settled yet, for example because the donor's bank disputes the payment.
 */
export async function settleChoice(ports: FulfilmentPorts, donationId: string): Promise<boolean> {
  try {
    return await ports.write(async (tx) => {
      const instant = ports.clock()
      const question = await lockUnsettled(tx, donationId)
      const choice = question ? shareOutcomeOf(question, instant) : 'waiting'
      if (!question || choice === 'waiting') return false
      if (question.choice === null) await storeChoice(tx, { donationId, choice, at: instant })
      const outcome = choice === 'refund' ? await refund(ports, tx, donationId) : await toSadaqah(ports, tx, donationId)
      await storeOutcome(tx, { donationId, ...outcome, at: instant })
      await record(tx, {
        actor: { kind: 'system' },
        act: 'qurbani.outcome-settled',
        object: `donation:${donationId}`,
        at: instant,
        details: { choice, amount: outcome.amount.toString(), isAnswered: question.choice !== null },
      })
      return true
    })
  } catch (error) {
    if (!isProblem(error) || error.class !== 'conflict') throw error
    ports.log.warn({ donationId, reason: error.code }, 'an unperformed qurbani cannot be settled yet')
    return false
  }
}

type Outcome = { readonly amount: bigint; readonly refundId: string | null; readonly ledgerTxId: string | null }
const nothing: Outcome = { amount: 0n, refundId: null, ledgerTxId: null }

async function orderOf(tx: Tx, donationId: string) {
  const order = await findFrozenOrder(tx, donationId)
  if (!order) throw new Problem('not-found', 'not-found')
  return order
}

async function refund(ports: FulfilmentPorts, tx: Tx, donationId: string): Promise<Outcome> {
  const order = await orderOf(tx, donationId)
  const claimed = await claimPartialRefund(ports, tx, {
    intentId: order.order.intentId,
    donationId,
    reason: 'not-performed',
    partOf: (remaining) => partOf(order, remaining),
  })
  return claimed ? { amount: claimed.amount, refundId: claimed.id, ledgerTxId: null } : nothing
}

async function toSadaqah(ports: FulfilmentPorts, tx: Tx, donationId: string): Promise<Outcome> {
  const { order, sadaqah, currency } = await orderOf(tx, donationId)
  if (sadaqah <= 0n) return nothing
  const ledgerTxId = ports.newId()
  await post(tx, {
    txId: ledgerTxId,
    sourceType: 'donation',
    sourceId: donationId,
    eventType: 'qurbani-sadaqah',
    at: ports.clock(),
    entries: qurbaniAsSadaqahEntries(currency, order.campaignId, sadaqah),
  })
  return { amount: sadaqah, refundId: null, ledgerTxId }
}

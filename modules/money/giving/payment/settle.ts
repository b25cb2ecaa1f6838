import { required } from '#shared/collections.ts'
import { type Part, statementOf } from '#shared/statement.ts'
import { chargeEntries, type Posting, postParts } from '#modules/money/ledger/index.ts'
import {
  type Attempt,
  conclude,
  concludeParts,
  type Conclusion,
  scheduleLookup,
  logRefusal,
} from '#modules/money/payments/index.ts'
import { attemptAfter, type Outcome } from '#modules/money/payments/rules/attempt.ts'
import { refusalCodeOf } from '#modules/money/payments/rules/declines.ts'
import { intentAfter } from '#modules/money/payments/rules/intent.ts'
import { nextLookupAfter } from '#modules/money/payments/rules/resolver.ts'
import { releaseLevels } from '#modules/causes/campaigns/index.ts'
import { giftAidDeclaration } from '../order/declaration.ts'
import type { DonationOrder } from '../order/order.ts'
import { wholeBps, zakatEligibleOf } from '../rules/zakat-eligible.ts'
import { donationSucceeded } from './donation-succeeded.ts'
import { debitParts, recordProcessing } from '../bank-debits/debit-parts.ts'
import { attemptsPerOrder, type GivingPorts, addTime, timeouts } from '../ports.ts'
import { declarationPart, donationPart, type SettledLine } from '../queries/insert-donations.ts'
import { outboxPart } from '../queries/outbox.ts'

/**
 * Records the outcome of an attempt. Every process that learns of an outcome calls this (request, challenge, webhook,
 * resolver, reconciliation). The first call with a final outcome moves the attempt and writes everything that follows
 * from a success in one statement; later calls change nothing. Returns true if this call recorded a paid donation.
 */
export async function settle(basePorts: GivingPorts, attempt: Attempt, outcome: Outcome): Promise<boolean> {
  const ports = withRecordTimeout(basePorts)
  switch (outcome.kind) {
    case 'succeeded':
      return settleSuccess(ports, attempt, outcome)
    case 'declined':
      await settleDecline(ports, attempt, outcome, {
        declineCode: outcome.code,
        declineClass: outcome.declineClass,
        ...(outcome.card ? { card: outcome.card } : {}),
      })
      return false
    case 'refused': {
      const declineCode = refusalCodeOf(outcome.code)
      if (await settleDecline(ports, attempt, outcome, { declineCode, declineClass: 'NONE' }))
        logRefusal(ports, outcome, { attemptId: attempt.id })
      return false
    }
    case 'challenge': {
      const instant = ports.clock()
      const expiresAt = addTime(instant, { minutes: timeouts.challengeMinutes })
      await conclude(ports, {
        ...nextStates(attempt, outcome),
        challenge: { url: outcome.url, ...(outcome.clientSecret ? { clientSecret: outcome.clientSecret } : {}) },
        challengeExpiresAt: expiresAt,
        nextLookupAt: expiresAt,
        at: instant,
      })
      return false
    }
    case 'processing':
      await recordProcessing(ports, attempt)
      return false
    case 'unknown': {
      // The bank takes days to process this payment, so the provider will respond later.
      if (attempt.processingAt) {
        await scheduleLookup(ports, attempt.id, attempt.state, addTime(ports.clock(), { hours: 1 }))
        return false
      }
      const wait = nextLookupAfter(attempt.lookups)
      ports.log.warn(
        { attemptId: attempt.id, lookups: attempt.lookups, reason: outcome.reason },
        'the outcome of a payment is unknown',
      )
      if (wait === undefined)
        ports.log.error(
          { attemptId: attempt.id },
          'a payment is still unknown after all look-ups and needs manual review',
        )
      await scheduleLookup(
        ports,
        attempt.id,
        'UNKNOWN',
        wait === undefined ? null : addTime(ports.clock(), { seconds: wait }),
      )
      return false
    }
  }
}

/** Limits each statement to the time that recording a payment may take (`RECORD_TIMEOUT_MS`). */
const withRecordTimeout = (ports: GivingPorts): GivingPorts => ({
  ...ports,
  statement: (name, text, values) => ports.statement(name, text, values, { timeoutMs: ports.recordTimeoutMs }),
})

const nextStates = (attempt: Attempt, outcome: Outcome) => ({
  attemptId: attempt.id,
  attemptState: attemptAfter(attempt.state, outcome, { amount: attempt.amount, currency: attempt.currency }),
  // A subscription's charge is retried by its own rules, each time as a new payment.
  intentState: intentAfter(attempt.intentState, outcome, {
    // A bank debit is never submitted again (payments-26).
    attemptsLeft:
      !(attempt.order as DonationOrder).plan && attempt.method !== 'ach' && attempt.attemptsMade < attemptsPerOrder,
  }),
})

async function settleSuccess(
  ports: GivingPorts,
  attempt: Attempt,
  outcome: Extract<Outcome, { kind: 'succeeded' }>,
): Promise<boolean> {
  const order = attempt.order as DonationOrder
  const instant = ports.clock()
  const states = nextStates(attempt, outcome)
  if (states.attemptState === 'INTEGRITY_FAILURE') {
    ports.log.error(
      {
        attemptId: attempt.id,
        chargeId: outcome.chargeId,
        expected: String(attempt.amount),
        charged: String(outcome.amount),
      },
      'the provider charged another amount or currency than was agreed',
    )
    await conclude(ports, { ...states, intentState: 'PROCESSING', chargeId: outcome.chargeId, at: instant })
    return false
  }
  const settled = { attempt, order, outcome, states, at: instant }
  return ports.batch('giving.settle', settled, (list) => settleBatch(ports, list))
}

type Settled = {
  readonly attempt: Attempt
  readonly order: DonationOrder
  readonly outcome: Extract<Outcome, { kind: 'succeeded' }>
  readonly states: ReturnType<typeof nextStates>
  readonly at: Date
}

/**
 * Settles concurrent successful payments in one statement. If an attempt is reported twice, the first report counts.
 */
async function settleBatch(ports: GivingPorts, list: readonly Settled[]): Promise<boolean[]> {
  const once = [...new Map(list.toReversed().map((settlement) => [settlement.attempt.id, settlement])).values()]
  const settlements = once.map(({ attempt, order, outcome, at }) => ({
    intentId: attempt.intentId,
    attemptId: attempt.id,
    order,
    currency: attempt.currency,
    lines: assignFees(order, outcome.fee),
    card: outcome.card,
    at: outcome.paidAt && outcome.paidAt < at ? outcome.paidAt : at,
  }))
  const declared = once.flatMap(({ attempt, order }) =>
    order.lines.flatMap((line) => giftAidDeclaration(order, line, attempt.submittedAt)),
  )
  const { name, text, values } = statementOf(
    'giving.settle',
    [
      ...concludeParts(
        once.map(({ states, outcome, at }) => ({
          ...states,
          chargeId: outcome.chargeId,
          ...(outcome.card ? { card: outcome.card } : {}),
          at,
        })),
      ),
      donationPart(settlements),
      ...(declared.length > 0 ? [declarationPart(declared)] : []),
      ...planParts(ports, once),
      ...debitParts(once),
      ...postParts(
        once.map(({ attempt, order, outcome, at }, index) =>
          postingOf(ports.newId(), attempt, order, { lines: required(settlements[index]).lines, fee: outcome.fee, at }),
        ),
        'concluded',
      ),
      outboxPart(
        'donation.succeeded',
        once.map(({ attempt, order, outcome, at }) => ({
          attemptId: attempt.id,
          payload: donationSucceeded(attempt, order, outcome),
          at,
        })),
      ),
    ],
    'select id from concluded',
  )
  const concluded = new Set((await ports.statement<{ id: string }>(name, text, values)).map(({ id }) => id))
  return list.map(({ attempt }) => concluded.delete(attempt.id))
}

/** Returns the statement parts that start the plans of these payments. */
function planParts(ports: GivingPorts, list: readonly Settled[]): readonly Part[] {
  const plans = list.flatMap(({ attempt, order, outcome, at }) =>
    order.startsPlan ? [{ attempt, order, startsPlan: order.startsPlan, card: outcome.savedCard, at }] : [],
  )
  return plans.length > 0 ? ports.planStarter.parts(ports, plans) : []
}

const postingOf = (
  txId: string,
  attempt: Attempt,
  order: DonationOrder,
  input: { lines: readonly SettledLine[]; fee: bigint | undefined; at: Date },
): Posting => ({
  txId,
  sourceType: 'attempt',
  sourceId: attempt.id,
  eventType: 'charge',
  at: input.at,
  entries: chargeEntries(
    attempt.currency,
    order.lines.map((line, index) => ({
      campaignId: BigInt(line.campaignId),
      ...input.lines[index]!,
      gift: BigInt(line.gift),
      coveredFee: BigInt(line.coveredFee),
      tip: BigInt(line.tip),
    })),
    input.fee ?? sum(input.lines.map((line) => line.feeShare)),
  ),
})

/**
 * Assigns each donation its scheduled share of the provider's fee, at most the actual fee. Zakat is computed from the
 * donation less the share that its campaign bears, or from the whole donation if someone else bears it (zakat-1).
 */
function assignFees(order: DonationOrder, providerFee: bigint | undefined): SettledLine[] {
  let remaining = providerFee
  return order.lines.map((line) => {
    const scheduled = BigInt(line.feeShare)
    const feeShare = remaining === undefined || scheduled < remaining ? scheduled : remaining
    if (remaining !== undefined) remaining -= feeShare
    const gift = BigInt(line.gift)
    const feeBearer = line.feeBearer ?? 'campaign'
    const fee = BigInt(line.coveredFee) > 0n || feeBearer !== 'campaign' ? 0n : feeShare
    const zakatEligible = line.isZakat ? zakatEligibleOf({ gift, fee, bps: line.zakatEligibleBps ?? wholeBps }) : 0n
    return { feeShare, feeBearer, zakatEligible }
  })
}

/** Ends an attempt that charged nothing. Returns whether this call ended it. */
async function settleDecline(
  ports: GivingPorts,
  attempt: Attempt,
  outcome: Extract<Outcome, { kind: 'declined' | 'refused' }>,
  reason: Pick<Conclusion, 'declineCode' | 'declineClass' | 'card'>,
): Promise<boolean> {
  const states = nextStates(attempt, outcome)
  const instant = ports.clock()
  const { name, text, values } = statementOf(
    'giving.decline',
    [
      ...concludeParts([{ ...states, ...reason, at: instant }]),
      // A card's donor is still on the page; a debit's donor left it days ago and needs an email.
      ...(attempt.processingAt && attempt.method === 'ach'
        ? [
            outboxPart('bank-debit.failed', [
              { attemptId: attempt.id, payload: { intentId: attempt.intentId }, at: instant },
            ]),
          ]
        : []),
    ],
    'select id from concluded',
  )
  const won = (await ports.statement(name, text, values)).length === 1
  if (won && states.intentState === 'FAILED') await releaseReservedLevels(ports, attempt)
  return won
}

/**
 * Ends an attempt that can no longer be charged, because its intent was cancelled at the provider or never confirmed
 * there.
 */
export async function settleWithoutCharge(
  basePorts: GivingPorts,
  attempt: Attempt,
  code: 'abandoned' | 'challenge-expired' | 'never-confirmed',
  intentState: 'EXPIRED' | 'FAILED' | 'CANCELLED',
): Promise<void> {
  const ports = withRecordTimeout(basePorts)
  const won = await conclude(ports, {
    attemptId: attempt.id,
    attemptState: 'DECLINED',
    intentState,
    declineCode: code,
    declineClass: 'NONE',
    at: ports.clock(),
  })
  if (won) await releaseReservedLevels(ports, attempt)
}

async function releaseReservedLevels(ports: GivingPorts, attempt: Attempt): Promise<void> {
  if ((attempt.order as DonationOrder).lines.some((line) => line.isLevelLimited))
    await ports.write((tx) => releaseLevels(tx, attempt.intentId))
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

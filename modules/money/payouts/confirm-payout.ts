import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, requireRecentAuthentication } from '#modules/platform/identity/index.ts'
import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { findOrganizationForStaff } from '#modules/causes/organizations/index.ts'
import { entriesOf, findTransaction, post, reverseEntries } from '#modules/money/ledger/index.ts'
import { formatDay, type LocalDate, localDateIn, readLocalDate } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { isolate, type Params } from '#shared/text.ts'
import { lockPayoutOfAccount } from './approve-payout.ts'
import { mailAboutPayout } from './mails/payout-mails.ts'
import type { PayoutPorts } from './ports.ts'
import { findBatch } from './queries/batches.ts'
import { isReserveReleased } from './queries/overview.ts'
import { changePayout, listPayoutsIn, type Payout } from './queries/payouts.ts'
import { paidEntries } from './rules/posting.ts'
import { type Decision, isConfirmed } from './second-person.ts'

/** The result that staff or a statement report. */
export type Outcome =
  | { readonly kind: 'paid'; readonly paidOn: LocalDate }
  | { readonly kind: 'failed'; readonly reason: string }

const detailsOf = (outcome: Outcome): Readonly<Record<string, string>> =>
  outcome.kind === 'paid' ? { outcome: 'paid', paidOn: outcome.paidOn } : { outcome: 'failed', reason: outcome.reason }

/** Returns the subject of the proposal about a payout or a batch. */
export const subjectOf = (about: { readonly payoutId: string } | { readonly batchId: string }): string =>
  'payoutId' in about ? `payout:${about.payoutId}` : `payout-batch:${about.batchId}`

/** Reads the outcome that staff entered. Throws the faults of its fields. */
export function readOutcome(
  ports: Pick<PayoutPorts, 'clock'>,
  input: { readonly outcome: 'paid' | 'failed'; readonly paidOn: string; readonly reason: string },
): Outcome {
  if (input.outcome === 'failed') {
    const reason = input.reason.trim()
    if (reason === '') throw fault('reason', 'reason-missing')
    return { kind: 'failed', reason }
  }
  return { kind: 'paid', paidOn: readPaidOn(ports, input.paidOn) }
}

/** Reads the value date that staff entered. Throws the fault of its field. */
export function readPaidOn({ clock }: Pick<PayoutPorts, 'clock'>, typed: string): LocalDate {
  const paidOn = readLocalDate(typed)
  if (!paidOn) throw fault('paidOn', 'date-invalid')
  // The latest date on Earth.
  if (paidOn > localDateIn('Pacific/Kiritimati', clock())) throw fault('paidOn', 'day-to-come')
  return paidOn
}

const fault = (field: string, code: string) =>
  new Problem('validation', 'invalid-input', { fields: { [field]: { code } } })

/**
 * Marks a sent payout as paid, or a sent or paid one as failed, with a second person (payouts-13). A failed payout's
 * money can be paid out again; it is refused once its reserve was released.
 */
export async function confirmPayout(
  ports: PayoutPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  { payoutId, outcome }: { readonly payoutId: string; readonly outcome: Outcome },
): Promise<Decision> {
  requireRecentAuthentication(ports, viewer)
  return ports.write(async (tx) => {
    const payout = await lockPayoutOfAccount(tx, payoutId)
    await assertNotOwnCharity(tx, viewer.accountId, { organizationIds: [payout.organizationId] })
    await assertOutcome(tx, payout, outcome)
    const proposal = { subject: subjectOf({ payoutId: payout.id }), details: detailsOf(outcome) }
    if (!(await isConfirmed(ports, tx, viewer, proposal))) return 'proposed'
    await applyOutcome(ports, tx, payout, outcome, { viewer, ip: context.ip })
    return 'done'
  })
}

/** Marks all payouts of a batch that are still sent as paid, with a second person. */
export async function confirmBatch(
  ports: PayoutPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  { batchId, paidOn }: { readonly batchId: string; readonly paidOn: LocalDate },
): Promise<Decision> {
  requireRecentAuthentication(ports, viewer)
  return ports.write(async (tx) => {
    const batch = isUuid(batchId) ? await findBatch(tx, batchId) : undefined
    if (!batch) throw new Problem('not-found', 'payout-batch-not-found')
    const sent = await listPayoutsIn(tx, ['sent'], batch.id)
    if (sent.length === 0) throw new Problem('conflict', 'payout-decided')
    const outcome = { kind: 'paid', paidOn } as const
    const proposal = { subject: subjectOf({ batchId: batch.id }), details: detailsOf(outcome) }
    if (!(await isConfirmed(ports, tx, viewer, proposal))) return 'proposed'
    for (const { id } of sent.toSorted((a, b) => Number(a.organizationId - b.organizationId))) {
      const payout = await lockPayoutOfAccount(tx, id)
      if (payout.state === 'sent') await applyOutcome(ports, tx, payout, outcome, { viewer, ip: context.ip })
    }
    return 'done'
  })
}

async function assertOutcome(tx: Tx, payout: Payout, outcome: Outcome): Promise<void> {
  const isPossible = outcome.kind === 'paid' ? payout.state === 'sent' : ['sent', 'paid'].includes(payout.state)
  if (!isPossible) throw new Problem('conflict', 'payout-decided')
  if (outcome.kind === 'failed' && (await isReserveReleased(tx, payout.id)))
    throw new Problem('conflict', 'payout-reserve-released')
}

async function applyOutcome(
  ports: PayoutPorts,
  tx: Tx,
  payout: Payout,
  outcome: Outcome,
  by: { readonly viewer: AccountViewer; readonly ip: string },
): Promise<void> {
  const instant = ports.clock()
  const source = { sourceType: 'payout', sourceId: payout.id, at: instant } as const
  if (outcome.kind === 'paid') {
    const entries = paidEntries(payout.currency, payout.total)
    await post(tx, { ...source, txId: ports.newId(), eventType: 'paid', entries })
  } else {
    if (payout.state === 'paid') await reversePosting(ports, tx, payout, { from: 'paid', eventType: 'returned' })
    await reversePosting(ports, tx, payout, { from: 'sent', eventType: 'failed' })
  }
  const changed = await changePayout(tx, payout, {
    state: outcome.kind,
    at: instant,
    ...(outcome.kind === 'paid' ? { paidOn: outcome.paidOn } : { reason: outcome.reason }),
  })
  await record(tx, {
    actor: { kind: 'account', id: by.viewer.accountId },
    act: `payouts.payout-${outcome.kind}`,
    object: `payout:${payout.id}`,
    at: instant,
    ip: by.ip,
    details: {
      organization: String(payout.organizationId),
      number: String(payout.number),
      total: String(payout.total),
      currency: payout.currency,
      ...detailsOf(outcome),
    },
  })
  await mailAboutPayout(ports, tx, {
    payout: changed,
    charity: required(await findOrganizationForStaff(tx, payout.organizationId), 'charity'),
    kind: outcome.kind,
    params: (locale): Params =>
      outcome.kind === 'paid' ? { date: formatDay(outcome.paidOn, locale) } : { reason: isolate(outcome.reason) },
  })
}

/** Posts the reversal of one of a payout's transactions. */
async function reversePosting(
  ports: PayoutPorts,
  tx: Tx,
  payout: Payout,
  { from, eventType }: { readonly from: 'sent' | 'paid'; readonly eventType: 'failed' | 'returned' },
): Promise<void> {
  const source = { sourceType: 'payout', sourceId: payout.id } as const
  const reverses = required(await findTransaction(tx, { ...source, eventType: from }), 'transaction')
  const entries = (await entriesOf(tx, [payout.id])).filter((line) => line.eventType === from)
  const reversed = reverseEntries(
    entries.map(({ account, campaignId, meaning, currency, amount }) => ({
      account,
      ...(campaignId === null ? {} : { campaignId }),
      meaning,
      currency,
      amount,
    })),
  )
  const posting = { ...source, txId: ports.newId(), eventType, at: ports.clock(), entries: reversed }
  await post(tx, posting, reverses)
}

import { type Actor, record } from '#modules/platform/audit/index.ts'
import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { mailDraft } from './mails/payout-mails.ts'
import type { PayoutPorts } from './ports.ts'
import { findPaidCharity, lacksOpening, listReservePercents } from './queries/charity.ts'
import { completeDraft, insertFreeLines, insertPayout, listOpenReserves, lockPayouts } from './queries/draft.ts'
import type { PayoutAccount } from './queries/open-entries.ts'
import { findPayout, hasPayoutInPreparation, type Payout } from './queries/payouts.ts'
import { decideAmounts, minimumOf, releasableFrom, reservePercentAt } from './rules/amounts.ts'
import { holdsOfCharity } from './rules/holds.ts'

/** Who drafts: a member of the charity, or the job. */
type Drafter = { readonly accountId: string; readonly ip: string } | 'job'

/**
 * Drafts a payout of everything that is free now (payouts-7), within the caller's transaction, and emails staff who
 * approve it. Refuses a charity with a hold, a second payout in preparation, and a payout of nothing.
 */
export async function draftPayoutIn(
  ports: PayoutPorts,
  tx: Tx,
  account: PayoutAccount,
  drafter: Drafter,
): Promise<Payout> {
  await lockPayouts(tx, account)
  const instant = ports.clock()
  const { payoutSettings: settings } = ports
  const { charity, facts, bankDetails } = required(await findPaidCharity(tx, account, instant), 'charity')
  if (await hasPayoutInPreparation(tx, account)) throw new Problem('conflict', 'payout-in-preparation')
  if (await lacksOpening(tx, account)) throw new Problem('conflict', 'payout-opening-missing')
  if (holdsOfCharity(facts).length > 0 || !bankDetails) throw new Problem('conflict', 'payout-charity-hold')
  const id = ports.newId()
  const requestedById = drafter === 'job' ? null : drafter.accountId
  await insertPayout(tx, { ...account, id, bankDetailsId: bankDetails.id, requestedById, at: instant })
  const sums = await insertFreeLines(tx, { ...account, id }, { instant, holdDays: settings.holdDays })
  const releases = (await listOpenReserves(tx, account)).filter(
    ({ sentAt, isDisputed }) => !isDisputed && releasableFrom(sentAt, settings.reserveDays) <= instant,
  )
  const percents = await listReservePercents(tx, account.organizationId)
  const amounts = decideAmounts(sums, releases, {
    percent: reservePercentAt(percents, settings.reservePercent, instant),
    minimum: facts.isClosed ? 0n : minimumOf(account.currency, settings.minimums),
  })
  // The refusal rolls back the lines, too.
  if (amounts.total === 0n) throw new Problem('conflict', 'payout-nothing-to-pay')
  await completeDraft(tx, id, amounts, releases)
  const payout = required(await findPayout(tx, id), 'payout')
  const actor: Actor = drafter === 'job' ? { kind: 'system' } : { kind: 'account', id: drafter.accountId }
  await record(tx, {
    actor,
    act: 'payouts.payout-drafted',
    object: `payout:${id}`,
    at: instant,
    ...(drafter === 'job' ? {} : { ip: drafter.ip }),
    details: {
      organization: String(account.organizationId),
      number: String(payout.number),
      total: String(payout.total),
      currency: account.currency,
      bankDetails: bankDetails.id,
    },
  })
  await mailDraft(ports, tx, { payout, charity })
  return payout
}

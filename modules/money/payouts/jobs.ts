import { findOrganizationForStaff } from '#modules/causes/organizations/index.ts'
import { required } from '#shared/collections.ts'
import { isProblem } from '#shared/problem.ts'
import { dayMs } from '#shared/time.ts'
import { draftPayoutIn } from './draft-payout.ts'
import { mailDraft, mailUnconfirmedBatch } from './mails/payout-mails.ts'
import type { PayoutPorts } from './ports.ts'
import { findBatch } from './queries/batches.ts'
import { claimDraftingDay, listAccountsToDraft } from './queries/charity.ts'
import { listOpenReserves } from './queries/draft.ts'
import type { PayoutAccount } from './queries/open-entries.ts'
import { listPayoutsIn } from './queries/payouts.ts'
import { releasableFrom } from './rules/amounts.ts'
import { dueDraftingDay } from './rules/schedule.ts'

/** Days after which approvers are reminded of a draft, and finance of a batch that no one confirmed. */
const reminderDays = 2
const unconfirmedDays = 5

/** Drafts one payout as the job. Returns false if there is nothing to pay, or a hold or opening prevents it. */
export async function draftAsJob(ports: PayoutPorts, account: PayoutAccount, onDate?: string): Promise<boolean> {
  try {
    return await ports.write(async (tx) => {
      // The claimed day rolls back with a refusal, so that another run of this day tries again.
      if (onDate !== undefined && !(await claimDraftingDay(tx, account, onDate))) return false
      await draftPayoutIn(ports, tx, account, 'job')
      return true
    })
  } catch (error) {
    if (!isProblem(error)) throw error
    ports.log.debug({ organization: String(account.organizationId), code: error.code }, 'no payout was drafted')
    return false
  }
}

/**
 * Drafts the payouts that are due by `PAYOUT_SCHEDULE` (payouts-7), each charity once a day, and those of closed
 * charities whenever a reserve can be released (payouts-11). Returns the number of drafts.
 */
export async function draftScheduled(ports: PayoutPorts): Promise<number> {
  if (ports.payouts === 'none') return 0
  let drafted = 0
  for (const { timeZone, isClosed, ...account } of await listAccountsToDraft(ports.db)) {
    const day = isClosed ? undefined : dueDraftingDay(ports.payoutSettings.schedule, timeZone, ports.clock())
    if (day === undefined && !(isClosed && (await isLastPayoutDue(ports, account)))) continue
    if (await draftAsJob(ports, account, day)) drafted += 1
  }
  return drafted
}

/** Whether a closed charity has never been drafted since, or one of its reserves can be released. */
async function isLastPayoutDue(ports: PayoutPorts, account: PayoutAccount): Promise<boolean> {
  const instant = ports.clock()
  const reserves = await listOpenReserves(ports.db, account)
  return (
    reserves.length === 0 ||
    reserves.some(
      ({ sentAt, isDisputed }) => !isDisputed && releasableFrom(sentAt, ports.payoutSettings.reserveDays) <= instant,
    )
  )
}

/** Reminds approvers of drafts after two days, and finance of batches that aren't confirmed after five; each once. */
export async function remindOfPayouts(ports: PayoutPorts): Promise<void> {
  const before = (days: number) => new Date(ports.clock().getTime() - days * dayMs)
  const open = await listPayoutsIn(ports.db, ['draft', 'sent'])
  for (const payout of open.filter(({ state, draftedAt }) => state === 'draft' && draftedAt <= before(reminderDays)))
    await ports.write(async (tx) => {
      const charity = required(await findOrganizationForStaff(tx, payout.organizationId), 'charity')
      await mailDraft(ports, tx, { payout, charity, kind: 'reminder' })
    })
  const late = open.flatMap(({ state, sentAt, batchId }) =>
    state === 'sent' && sentAt && sentAt <= before(unconfirmedDays) && batchId ? [batchId] : [],
  )
  for (const batchId of new Set(late))
    await ports.write(async (tx) => mailUnconfirmedBatch(ports, tx, required(await findBatch(tx, batchId), 'batch')))
}

import { instantIn } from '#shared/date-arithmetic.ts'
import { decideBankDetails, insertBankDetails } from '#modules/causes/organizations/index.ts'
import { listApprovedAccounts } from '#modules/money/payouts/queries/batches.ts'
import { completeDraft, insertFreeLines, insertPayout, listOpenReserves } from '#modules/money/payouts/queries/draft.ts'
import type { PayoutAccount } from '#modules/money/payouts/queries/open-entries.ts'
import {
  campaignsOfPayout,
  changePayout,
  findPayout,
  insertApproval,
  type Payout,
} from '#modules/money/payouts/queries/payouts.ts'
import { decideAmounts, minimumOf, releasableFrom } from '#modules/money/payouts/rules/amounts.ts'
import { formatOf } from '#modules/money/payouts/rules/bank-format.ts'
import { paidEntries, sentEntries } from '#modules/money/payouts/rules/posting.ts'
import { nextDraftingDay } from '#modules/money/payouts/rules/schedule.ts'
import { writeBatch } from '#modules/money/payouts/send-batch.ts'
import { findTransaction, post, reverseEntries } from '#modules/money/ledger/index.ts'
import { encryptJson } from '#modules/platform/identity/index.ts'
import { findAccountByEmail } from '#modules/platform/identity/queries.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Tx } from '#shared/ports.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import type { App } from '#server/app.ts'
import { admin, reviewer, sana } from '../accounts.ts'
import { loseDispute } from './lost-dispute.ts'

type AccountSeed = {
  readonly slug: string
  readonly currency: Currency
  readonly accountName: string
  readonly country: string
  readonly numbers: { readonly bankCode: string; readonly id: string; readonly iban: string }
  /** Days since its first payout, which pays all that was given before. */
  readonly days: number
  /** The state of the last payout, after the monthly ones. */
  readonly last: 'draft' | 'sent' | 'paid'
  /** The bank returns the payout of this month, counted back from the last one; its money is paid again. */
  readonly failedMonthsAgo?: number
  /** A donor's bank takes back a donation that was paid out. */
  readonly hasDispute?: true
}

/** The numbers are examples that banks and registries publish. */
const accounts: readonly AccountSeed[] = [
  {
    slug: 'umeed-trust',
    currency: 'GBP',
    accountName: 'Umeed Trust',
    country: 'GB',
    numbers: { bankCode: '601613', id: '31926819', iban: '' },
    days: 365,
    last: 'draft',
    failedMonthsAgo: 4,
  },
  {
    slug: 'umeed-trust',
    currency: 'USD',
    accountName: 'Umeed Trust',
    country: 'GB',
    numbers: { bankCode: '', id: '', iban: 'GB33BUKB20201555555555' },
    days: 95,
    last: 'paid',
  },
  {
    slug: 'rahma-relief',
    currency: 'GBP',
    accountName: 'Rahma Relief',
    country: 'GB',
    numbers: { bankCode: '200000', id: '55779911', iban: '' },
    days: 365,
    last: 'sent',
    hasDispute: true,
  },
  {
    slug: 'brueckenbau',
    currency: 'EUR',
    accountName: 'Brückenbau e. V.',
    country: 'DE',
    numbers: { bankCode: '', id: '', iban: 'DE89370400440532013000' },
    days: 180,
    last: 'paid',
  },
]

/** The operator's account that the demo's bank files pay from. */
const sender = { name: 'Sunbul Demo', iban: 'DE02120300000000202051' }

/** Monthly payouts end before the last one, so that they are confirmed by then. */
const monthlyUntilDaysAgo = 9
const lastDaysAgo = { draft: 0.25, sent: 2, paid: 5 } as const
const bankDetailsDaysAgo = 400
/** When a payout is approved, sent and confirmed after its draft. */
const approvedAfterMs = 5 * hourMs
const sentAfterMs = dayMs + 4 * hourMs
const confirmedAfterMs = 2 * dayMs + 4 * hourMs

type DemoAccount = AccountSeed &
  PayoutAccount & {
    readonly timeZone: string
    readonly bankDetailsId: string
    readonly adminId: string
    readonly reviewerId: string
  }
type PayoutSeed = { readonly at: Date; readonly end: 'draft' | 'sent' | 'paid' | 'failed'; readonly by?: string }

/**
 * Adds a year of payouts to a new demo: monthly ones of three charities, of which one failed, one waits for approval,
 * one is on its way, and one has a lost dispute in it. They have the rows of real payouts, but no emails and no audit
 * entries. Adds none if nothing is paid out.
 */
export async function seedPayouts(app: App): Promise<void> {
  if (app.payouts === 'none') return
  // By date, not by charity, because payouts are numbered as they are drafted.
  const steps = (await Promise.all(accounts.map((seed) => stepsOfAccount(app, seed)))).flat()
  for (const { add } of steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())) await add()
}

type Step = { readonly at: Date; readonly add: () => Promise<void> }

/** Adds the bank details of an account, and returns what adds its payouts, each with the instant of its draft. */
async function stepsOfAccount(app: App, seed: AccountSeed): Promise<Step[]> {
  const now = app.clock()
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const account = await addBankDetails(app, seed, before(bankDetailsDaysAgo))
  const last: PayoutSeed = {
    at: before(lastDaysAgo[seed.last]),
    end: seed.last,
    ...(seed.last === 'draft' ? { by: await accountIdOf(app, sana.email) } : {}),
  }
  return [
    ...monthlyPayouts(account, { from: before(seed.days), until: before(monthlyUntilDaysAgo) }).map((payout) => ({
      at: payout.at,
      add: () => addPayout(app, account, payout),
    })),
    {
      at: last.at,
      add: async () => {
        if (seed.hasDispute) await loseDispute(app, account)
        await addPayout(app, account, last)
      },
    },
  ]
}

const accountIdOf = async (app: App, email: string): Promise<string> =>
  required(await findAccountByEmail(app.db, email), 'account').id

/** Adds bank details that staff approved and that are in force. */
async function addBankDetails(app: App, seed: AccountSeed, instant: Date): Promise<DemoAccount> {
  const [adminId, reviewerId] = [await accountIdOf(app, admin.email), await accountIdOf(app, reviewer.email)]
  const { id: organizationId, time_zone: timeZone } = await app.db
    .selectFrom('organizations.organization')
    .select(['id', 'time_zone'])
    .where('slug', '=', seed.slug)
    .executeTakeFirstOrThrow()
  const { iban, id } = seed.numbers
  const bankDetailsId = app.newId()
  const nonce = Buffer.from(app.newToken(12), 'base64url')
  await app.write(async (tx) => {
    await insertBankDetails(tx, {
      id: bankDetailsId,
      organizationId,
      currency: seed.currency,
      country: seed.country,
      accountName: seed.accountName,
      accountType: 'checking',
      lastFour: (iban || id).slice(-4),
      numbers: encryptJson(app.fieldKey, nonce, seed.numbers, `bank-details:${organizationId}`),
      needsStaff: true,
      enteredAt: instant,
      enteredById: null,
    })
    const decision = { state: 'approved', at: instant, byId: adminId, activeFrom: instant, stopHash: null } as const
    await decideBankDetails(tx, bankDetailsId, decision)
  })
  return { ...seed, organizationId, timeZone, bankDetailsId, adminId, reviewerId }
}

/** Returns the payouts of the first weekdays of months, oldest first, and the repeated one after one that failed. */
function monthlyPayouts(
  { timeZone, failedMonthsAgo }: DemoAccount,
  { from, until }: { readonly from: Date; readonly until: Date },
): PayoutSeed[] {
  const dates: Date[] = []
  for (let instant = from; ;) {
    const day = required(nextDraftingDay('monthly', timeZone, instant), 'drafting day')
    instant = instantIn(timeZone, day, { hour: 6 })
    if (instant > until) break
    dates.push(instant)
  }
  return dates.flatMap((at, index): PayoutSeed[] =>
    index === dates.length - (failedMonthsAgo ?? 0)
      ? [
          { at, end: 'failed' },
          { at: new Date(at.getTime() + confirmedAfterMs + dayMs), end: 'paid' },
        ]
      : [{ at, end: 'paid' }],
  )
}

/** Drafts a payout of everything that was free at an instant, and takes it to its state. Adds none if nothing was. */
async function addPayout(app: App, account: DemoAccount, payout: PayoutSeed): Promise<void> {
  try {
    await app.write((tx) => addPayoutIn(app, tx, account, payout))
  } catch (error) {
    if (!isProblem(error) || error.code !== 'payout-nothing-to-pay') throw error
  }
}

async function addPayoutIn(app: App, tx: Tx, account: DemoAccount, { at, end, by }: PayoutSeed): Promise<void> {
  const after = (ms: number) => new Date(at.getTime() + ms)
  const draft = await addDraft(app, tx, account, at, by ?? null)
  if (end === 'draft') return
  await insertApproval(tx, draft.id, account.reviewerId, after(approvedAfterMs / 2))
  await insertApproval(tx, draft.id, account.adminId, after(approvedAfterMs))
  const approved = await changePayout(tx, draft, { state: 'approved', at: after(approvedAfterMs) })
  const sent = await send(app, tx, account, approved, after(sentAfterMs))
  if (end !== 'sent') await confirm(app, tx, account, sent, end, after(confirmedAfterMs))
}

async function addDraft(
  app: App,
  tx: Tx,
  account: DemoAccount,
  instant: Date,
  requestedById: string | null,
): Promise<Payout> {
  const { organizationId, currency, bankDetailsId } = account
  const { holdDays, reserveDays, reservePercent, minimums } = app.payoutSettings
  const id = app.newId()
  await insertPayout(tx, { organizationId, currency, id, bankDetailsId, requestedById, at: instant })
  const sums = await insertFreeLines(tx, { organizationId, currency, id }, { instant, holdDays })
  const releases = (await listOpenReserves(tx, account)).filter(
    ({ sentAt }) => releasableFrom(sentAt, reserveDays) <= instant,
  )
  const amounts = decideAmounts(sums, releases, { percent: reservePercent, minimum: minimumOf(currency, minimums) })
  // The refusal rolls back the lines, too.
  if (amounts.total === 0n) throw new Problem('conflict', 'payout-nothing-to-pay')
  await completeDraft(tx, id, amounts, releases)
  return required(await findPayout(tx, id), 'payout')
}

/** Writes a batch with one payout, posts it, and returns it as sent. */
async function send(app: App, tx: Tx, account: DemoAccount, payout: Payout, instant: Date): Promise<Payout> {
  const { currency, country, numbers, adminId } = account
  const paidAccount = (await listApprovedAccounts(tx, currency)).find(({ payoutId }) => payoutId === payout.id)
  const batch = await writeBatch(
    { ...app, clock: () => instant, payoutSettings: { ...app.payoutSettings, sender } },
    tx,
    {
      checked: [{ payout, account: required(paidAccount, 'account'), numbers }],
      currency,
      format: formatOf(currency, { country, hasIban: numbers.iban !== '' }),
      createdById: adminId,
    },
  )
  const entries = sentEntries(currency, await campaignsOfPayout(tx, payout.id))
  await post(tx, { ...sourceOf(app, payout), eventType: 'sent', at: instant, entries })
  return changePayout(tx, payout, { state: 'sent', at: instant, batchId: batch.id })
}

async function confirm(
  app: App,
  tx: Tx,
  { timeZone, currency }: DemoAccount,
  payout: Payout,
  end: 'paid' | 'failed',
  instant: Date,
): Promise<void> {
  const source = { ...sourceOf(app, payout), at: instant }
  if (end === 'paid') {
    await post(tx, { ...source, eventType: 'paid', entries: paidEntries(currency, payout.total) })
    await changePayout(tx, payout, { state: 'paid', at: instant, paidOn: localDateIn(timeZone, instant) })
    return
  }
  const entries = reverseEntries(sentEntries(currency, await campaignsOfPayout(tx, payout.id)))
  const reverses = required(await findTransaction(tx, { ...source, eventType: 'sent' }), 'transaction')
  await post(tx, { ...source, eventType: 'failed', entries }, reverses)
  await changePayout(tx, payout, { state: 'failed', at: instant, reason: 'Account closed' })
}

const sourceOf = (app: App, { id }: Payout) => ({ txId: app.newId(), sourceType: 'payout', sourceId: id }) as const

import { isolate } from '#shared/text.ts'
import { required } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Block } from '#modules/platform/notifications/index.ts'
import { needsYearlyRenewal } from '../../rules/consent.ts'
import type { OccurrenceRow } from '../../agreement/schedule/occurrence-queries.ts'
import { isDailySchedule } from '#modules/recurring/plans/rules/schedule.ts'
import { monthAfter } from '../../rules/months.ts'
import type { MailData } from './mail-data.ts'
import { amountOf, donationText, hasNights } from './rows.ts'
import type { PlanWords } from './words.ts'

/** Button to the plan in the donor's account. */
export const button = ({ notice, links }: MailData, { t }: PlanWords, text = `${notice.kind}.button`): Block => ({
  kind: 'button',
  text: t(text),
  url: links.account,
})

/** Formats the amount that will be charged, with a note if a fee is added that isn't known yet. */
export const withFee = (
  { subscription: { isZakat, maximizeZakat } }: MailData,
  { t }: PlanWords,
  amount: string,
): string => (isZakat && maximizeZakat ? t('and-fee', { amount }) : amount)

/** Returns the day of the donor's last agreement. */
export const agreedOn = ({ subscription: { timeZone, details } }: MailData) =>
  localDateIn(timeZone, new Date(details.agreedAt))

/** Returns the amount of each donation, or the sum of a programme. */
export function headline(mailData: MailData, words: PlanWords): Block {
  const { gift, tip } = amountOf(mailData)
  const { isZakat, maximizeZakat } = mailData.subscription
  const label = `charged-${hasNights(mailData) ? 'all' : 'each'}${isZakat && maximizeZakat ? '-fee' : ''}`
  return { kind: 'amount', label: words.t(label), amount: words.amount(gift + tip) }
}

function agreedText(mailData: MailData): string {
  const { subscription } = mailData
  if (subscription.schedule.kind === 'year') return 'agreed-year'
  return needsYearlyRenewal({ hasNights: hasNights(mailData), ...subscription }) ? 'agreed' : 'agreed-once'
}

/** Returns the end of the agreement, and whether the donor will be asked to renew it. */
export const agreementBlock = (mailData: MailData, { t, day }: PlanWords): Block => ({
  kind: 'small',
  text: t(agreedText(mailData), {
    day: day(agreedOn(mailData)),
    until: day(mailData.subscription.consentUntil),
  }),
})

/** Explains the monthly summary of days and nights, with a link to get each receipt instead. */
export function combinedNoticeBlocks(mailData: MailData, { t }: PlanWords): Block[] {
  const { schedule, details } = mailData.subscription
  if (!isDailySchedule(schedule) || details.monthly === 'receipts') return []
  return [
    { kind: 'text', text: t(`confirmed.monthly-${schedule.kind === 'day' ? 'day' : 'nights'}`) },
    { kind: 'link', text: t('confirmed.choose'), url: mailData.links.stop },
  ]
}

/** Lists what the plan has donated. */
export const donatedBlock = ({ given, causes }: MailData, words: PlanWords): Block[] =>
  given.count === 0
    ? [{ kind: 'facts', rows: [[words.t('what'), words.plan(causes)]] }]
    : [
        { kind: 'amount', label: words.plan(causes), amount: words.amount(given.gift) },
        {
          kind: 'facts',
          rows: [
            [words.t('given'), words.t('given-donations', { count: given.count, amount: words.amount(given.gift) })],
          ],
        },
      ]

/** Summarizes the donations of the next month. */
export function nextMonthBlock(mailData: MailData, words: PlanWords): Block {
  const { nextMonth, notice } = mailData
  const { t, month } = words
  const total = nextMonth.reduce((sum, { gift, tip }) => sum + gift + tip, 0n)
  const text =
    nextMonth.length === 0
      ? t('summary.next-month-none')
      : t('summary.next-month-donations', {
          count: nextMonth.length,
          total: withFee(mailData, words, words.amount(total)),
        })
  return {
    kind: 'facts',
    rows: [
      [t('summary.next-month', { month: month(monthAfter(required(notice.month, 'month of the notice'))) }), text],
    ],
  }
}

/** Lists the names of the plan's fundraisers. */
export const causesBlock = ({ causes }: MailData, { t }: PlanWords): Block => ({
  kind: 'facts',
  rows: [[t('causes-closed.list'), causes.map(({ name }) => name).join('\n')]],
})

/** Links to the general funds of a plan whose hosted pages have ended (pages-14). */
export const generalFundBlocks = ({ generalFunds = [] }: MailData, { t }: PlanWords): Block[] =>
  generalFunds.length === 0
    ? []
    : [
        { kind: 'text', text: t('ended.general-fund') },
        ...generalFunds.map(
          ({ charity, url }) =>
            ({ kind: 'button', text: t('ended.general-fund-button', { charity: isolate(charity) }), url }) as const,
        ),
      ]

/** Describes for each unpaid donation whether and when it will be charged, and the amount (recurring-31). */
export function unpaidBlocks(mailData: MailData, words: PlanWords): Block[] {
  const { retried, waiting, beingCharged } = mailData.unpaid
  const text = (key: string, donation: OccurrenceRow): Block => ({
    kind: 'text',
    text: words.t(`unpaid.${key}`, {
      donation: donationText(mailData, words, donation),
      amount: withFee(mailData, words, words.amount(donation.gift + donation.tip)),
      next: words.instant(donation.dueAt),
    }),
  })
  return [
    ...beingCharged.map((donation) => text('being-charged', donation)),
    ...retried.map((donation) => text('retried', donation)),
    ...(waiting ? [text(waiting.state === 'FAILED' ? 'failed' : 'unconfirmed', waiting)] : []),
  ]
}

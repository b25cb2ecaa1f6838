import { isolate, isRightToLeft } from '#shared/text.ts'
import type { Block } from '#modules/platform/notifications/index.ts'
import { isProgrammeOfNights } from '#modules/recurring/plans/rules/schedule.ts'
import type { OccurrenceRow } from '../../agreement/schedule/occurrence-queries.ts'
import type { UpcomingOccurrence } from '../../rules/upcoming.ts'
import type { ListedDonation, MailData } from './mail-data.ts'
import type { PlanWords } from './words.ts'

type Row = readonly [label: string, value: string]
type Dated = Pick<UpcomingOccurrence, 'on' | 'number'> & { readonly isUncertain?: boolean }

const portionsOf = ({ subscription: { portions } }: MailData) =>
  'each' in portions ? [portions.each] : Object.values(portions.byNumber)
export const hasNights = ({ subscription: { schedule } }: Pick<MailData, 'subscription'>): boolean =>
  isProgrammeOfNights(schedule)

/** Returns the amount of each donation, or for nights their sum. */
export function amountOf(mailData: MailData): { readonly count: number; readonly gift: bigint; readonly tip: bigint } {
  const donations =
    hasNights(mailData) && mailData.next.length > 0
      ? mailData.next
      : portionsOf(mailData).map(({ gift, tip }) => ({ gift: BigInt(gift), tip: BigInt(tip) }))
  const sum = (part: 'gift' | 'tip') => donations.reduce((total, donation) => total + donation[part], 0n)
  return { count: donations.length, gift: sum('gift'), tip: sum('tip') }
}

/** Returns the current amount, causes, schedule and card. */
export function planRows(mailData: MailData, words: PlanWords): Block {
  const { t, exact } = words
  const { subscription, causes, card } = mailData
  const { count, gift, tip } = amountOf(mailData)
  const rows: Row[] = [
    [t('what'), words.plan(causes)],
    [hasNights(mailData) ? t('altogether', { count }) : t('each'), exact(gift)],
    ...supportRows(mailData, words, tip),
    [t('to'), causesText(mailData, words)],
    ...(mailData.level ? ([[t('level'), mailData.level]] as const) : []),
    [t('when'), words.when()],
    ...(card ? ([[t('card'), words.card(card)]] as const) : []),
    ...(hasNights(mailData)
      ? []
      : [
          [
            t('until'),
            subscription.endsOn
              ? `${words.day(subscription.endsOn)}\n${words.hijri(subscription.endsOn)}`
              : t('until-ended'),
          ] as const,
        ]),
  ]
  return { kind: 'facts', rows }
}

export const supportRows = ({ subscription }: MailData, { t, exact }: PlanWords, tip: bigint): Row[] => [
  ...(tip > 0n ? ([[t('support'), exact(tip)]] as const) : []),
  ...(subscription.isZakat && subscription.maximizeZakat ? ([[t('fee'), t('fee-covered')]] as const) : []),
]

export function causesText({ causes }: Pick<MailData, 'causes'>, { t, share }: PlanWords): string {
  const [first, ...others] = causes
  if (!first) return t('chosen')
  if (others.length === 0) return first.name
  return causes.map((cause) => t('cause-share', { cause: isolate(cause.name), share: share(cause.share) })).join('\n')
}

/**
 * Formats a donation's date in both calendars; for a night or day of a programme also its number in the donor's
 * calendar.
 */
export function dateLabel(
  { subscription: { schedule } }: MailData,
  { t, day, hijri }: PlanWords,
  { on, number, isUncertain }: Dated,
): string {
  const waits = isUncertain ? ` · ${t('waits-for-moon')}` : ''
  if (schedule.kind === 'ramadan')
    return `${t('night-of', { number: String(number), year: String(schedule.hijriYear) })}\n${t('evening', { day: day(on) })}${waits}`
  if (schedule.kind === 'dhul-hijjah')
    return `${t('day-of', { number: String(number), year: String(schedule.hijriYear) })}\n${day(on)}`
  return `${day(on)}\n${hijri(on)}`
}

/** Returns the donations of a notice as a phrase within a sentence. */
export const donationsText = (mailData: MailData, words: PlanWords): string =>
  words.list(mailData.about.map((donation) => donationText(mailData, words, donation)))

export const donationText = (
  { subscription }: MailData,
  words: PlanWords,
  { on, number }: Pick<OccurrenceRow, 'on' | 'number'>,
): string =>
  number === null
    ? words.t('donation-of-day', { day: words.both(on) })
    : words.t(`donation-of-${subscription.schedule.kind}`, { number: String(number), day: words.day(on) })

/** Formats the sum of the donations that a mail is about, without tips and fees, as it was when their charge failed. */
export const noticeAmountText = ({ about, notice }: MailData, words: PlanWords): string =>
  words.amount(notice.amount === undefined ? about.reduce((sum, { gift }) => sum + gift, 0n) : BigInt(notice.amount))

const numberText = ({ subscription: { schedule } }: MailData, { t }: PlanWords, number: number): string =>
  t(schedule.kind === 'ramadan' ? 'night' : 'day', { number: String(number) })

export const upcomingRows = (mailData: MailData, words: PlanWords, list: readonly UpcomingOccurrence[]): Row[] =>
  list.map((upcoming): Row => [dateLabel(mailData, words, upcoming), words.exact(upcoming.gift + upcoming.tip)])

/** Lists the next donations, or the whole calendar of nights with a note on dates that may still change. */
export function nextBlocks(mailData: MailData, words: PlanWords): Block[] {
  if (mailData.next.length === 0) return []
  return [
    { kind: 'facts', title: words.t(nextTitle(mailData)), rows: upcomingRows(mailData, words, mailData.next) },
    ...moonBlocks(mailData, words),
  ]
}

function nextTitle({ subscription, notice, next }: MailData): string {
  const { kind } = subscription.schedule
  if (kind === 'ramadan') return 'nights'
  if (kind === 'dhul-hijjah') return 'days'
  if (notice.kind === 'confirmed' && subscription.details.agreedWords === undefined) return 'first-donations'
  return next.length === 1 ? 'next-gift' : 'next-donations'
}

function moonBlocks(mailData: MailData, words: PlanWords): Block[] {
  const { schedule } = mailData.subscription
  const { t } = words
  if (schedule.kind === 'dhul-hijjah') return [{ kind: 'text', text: t('moon-dhul-hijjah') }]
  if (schedule.kind !== 'ramadan') return []
  const note = thirtiethNote(mailData, schedule.nights, words)
  return [{ kind: 'text', text: t('moon-ramadan') }, ...(note ? [{ kind: 'text', text: note } as const] : [])]
}

/**
 * Returns a note on how the length of Ramadan changes the total; undefined if the length is known or doesn't matter.
 */
function thirtiethNote(mailData: MailData, nights: readonly number[], { t, amount }: PlanWords): string | undefined {
  const { portions } = mailData.subscription
  const total = mailData.next.reduce((sum, { gift, tip }) => sum + gift + tip, 0n)
  const thirtieth = mailData.next.find(({ number }) => number === 30)
  const portion = 'byNumber' in portions && nights.includes(30) ? portions.byNumber['30'] : undefined
  const share = portion ? BigInt(portion.gift) + BigInt(portion.tip) : 0n
  if (thirtieth?.isUncertain)
    return t('thirtieth-open', { less: amount(total - thirtieth.gift - thirtieth.tip), more: amount(total) })
  return !thirtieth && mailData.canReachThirtieth && share > 0n
    ? t('thirtieth-missing', { less: amount(total), more: amount(total + share) })
    : undefined
}

/** Lists each donation with its receipts, and their sum. */
export function listedBlocks(mailData: MailData, words: PlanWords): Block[] {
  const { listed } = mailData
  if (listed.length === 0) return []
  const { t, exact } = words
  const sum = (part: 'gift' | 'tip' | 'coveredFee') =>
    listed.reduce((total, listedDonation) => total + listedDonation[part], 0n)
  const sums: Row[] = [
    [t('sum-donations'), exact(sum('gift'))],
    ...(sum('coveredFee') > 0n ? ([[t('sum-fee'), exact(sum('coveredFee'))]] as const) : []),
    ...(sum('tip') > 0n ? ([[t('support'), exact(sum('tip'))]] as const) : []),
    [t('total'), exact(sum('gift') + sum('tip') + sum('coveredFee'))],
  ]
  return [
    {
      kind: 'facts',
      title: t('donations', { count: listed.reduce((count, { others = [] }) => count + 1 + others.length, 0) }),
      rows: [
        ...listed.map((listedDonation): Row => [
          listedLabel(mailData, words, listedDonation),
          receiptsText(listedDonation, words),
        ]),
        ...sums,
      ],
    },
    { kind: 'small', text: t('receipts-in-account') },
  ]
}

/** Short labels, because a month has many donations: the day of the month, or the night's number. */
const listedLabel = (
  mailData: MailData,
  words: PlanWords,
  { on: first, number: firstNumber, others = [] }: ListedDonation,
): string =>
  [{ on: first, number: firstNumber }, ...others]
    .map(
      ({ on, number }) =>
        `${number === null ? words.hijri(on) : numberText(mailData, words, number)}\n${words.shortDay(on)}`,
    )
    .join('\n')

function receiptsText({ gift, parts }: ListedDonation, { t, exact, locale }: PlanWords): string {
  const kept = (figure: string) => (isRightToLeft(locale) ? isolate(figure) : figure)
  const [only, ...others] = parts
  if (!only) return t('refunded-in-full')
  if (others.length === 0) return only.receipt ? `${exact(gift)}\n${only.receipt}` : exact(gift)
  return [
    exact(gift),
    ...parts.flatMap((part) => [
      isolate(part.cause),
      [exact(part.gift), part.receipt ?? ''].filter(Boolean).map(kept).join(' · '),
    ]),
  ].join('\n')
}

/** Lists the donations of a notice with their current dates, including those that won't take place. */
export const rescheduledRows = (mailData: MailData, words: PlanWords): Row[] =>
  mailData.about.map((occurrence: OccurrenceRow): Row => [
    occurrence.state === 'CANCELLED' && occurrence.number !== null
      ? numberText(mailData, words, occurrence.number)
      : dateLabel(mailData, words, occurrence),
    occurrence.state === 'CANCELLED' ? words.t('moved.cancelled') : words.exact(occurrence.gift + occurrence.tip),
  ])

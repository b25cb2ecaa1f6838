import { emptyFields } from '#modules/money/giving/rules/donor-field-values.ts'
import { type MailContent, mailLayout } from '#modules/platform/notifications/index.ts'
import type { Db } from '#shared/ports.ts'
import { localDate } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'
import type { Schedule } from '#modules/recurring/plans/rules/schedule.ts'
import type { Subscription } from '../../agreement/subscription-queries.ts'
import type { OccurrenceRow } from '../../agreement/schedule/occurrence-queries.ts'
import type { UpcomingOccurrence } from '../../rules/upcoming.ts'
import type { MailData } from './mail-data.ts'

/** Returns a plan of 10.00 every Friday to two fundraisers, or with another schedule. */
export const aPlan = (
  schedule: Schedule = { kind: 'week', weekday: 5 },
  over: Partial<Subscription> = {},
): Subscription => {
  const numbers =
    schedule.kind === 'ramadan' ? schedule.nights : schedule.kind === 'dhul-hijjah' ? schedule.days : undefined
  const portion = { gift: '1000', tip: '0' }
  return {
    id: '01a2004a-1757-7647-bb7e-6256dfc966f9',
    accountId: '01a2004a-1757-7647-bb7e-6256dfc966f8',
    guestId: null,
    guestEmail: null,
    guestName: null,
    linkNumber: 1,
    planId: '0199a000-0000-7000-8000-000000000001',
    programme:
      schedule.kind === 'ramadan'
        ? 'Ramadan30Nights'
        : schedule.kind === 'dhul-hijjah'
          ? 'DhulHijjah'
          : schedule.kind === 'day'
            ? 'DailyGivers'
            : 'FridayGivers',
    state: 'active',
    reason: null,
    schedule,
    timeZone: 'Europe/London',
    calendar: 'SA',
    currency: 'GBP',
    total: null,
    portions: numbers
      ? { byNumber: Object.fromEntries(numbers.map((number) => [String(number), portion])) }
      : { each: portion },
    causes: [
      { campaignId: '1', share: 6000 },
      { campaignId: '2', share: 4000 },
    ],
    cardId: '01a2004a-1757-7647-bb7e-6256dfc966f7',
    levelId: null,
    levelChargeId: null,
    isZakat: false,
    maximizeZakat: false,
    giftAid: false,
    taxReceipt: false,
    details: {
      locale: 'en',
      country: 'GB',
      ip: '192.0.2.1',
      agreedVersion: '1',
      agreedAt: '2026-11-20T12:00:00Z',
      ...emptyFields,
      fromPage: null,
      phone: null,
      remindBefore: true,
    },
    startsOn: localDate('2026-11-20'),
    endsOn: null,
    consentUntil: localDate('2027-11-20'),
    confirmUntil: null,
    consentRequestedAt: null,
    scheduledUntil: localDate('2027-01-04'),
    failures: 0,
    version: 1,
    createdAt: new Date('2026-11-20T12:00:00Z'),
    changedAt: new Date('2026-11-20T12:00:00Z'),
    closedAt: null,
    resumesOn: null,
    ...over,
  }
}

/** Returns a scheduled donation. */
export const aDay = (over: Partial<OccurrenceRow> = {}): OccurrenceRow => ({
  subscriptionId: '01a2004a-1757-7647-bb7e-6256dfc966f9',
  key: '2026-11-27',
  seq: 1,
  on: localDate('2026-11-27'),
  number: null,
  plannedAt: new Date('2026-11-27T09:00:00Z'),
  dueAt: new Date('2026-11-27T09:00:00Z'),
  isUncertain: false,
  state: 'SCHEDULED',
  skipReason: null,
  cancelledFrom: null,
  gift: 1000n,
  tip: 0n,
  retries: 0,
  chargeId: null,
  leaseUntil: null,
  actionDeadline: new Date('2026-12-04T09:00:00Z'),
  declineCode: null,
  intentId: null,
  refunded: 0n,
  settledAt: null,
  delayedSince: null,
  ...over,
})

export const aNight = (number: number, on: string): UpcomingOccurrence => ({
  key: `ramadan:1448:${number}`,
  on: localDate(on),
  number,
  dueAt: new Date(`${on}T22:30:00Z`),
  isUncertain: number === 1,
  gift: 1000n,
  tip: 0n,
})

/** Returns the data of a mail, about three nights or, for a weekly plan, the next Friday. */
export function aMail(over: Partial<MailData> = {}): MailData {
  const subscription = over.subscription ?? aPlan()
  const hasNights = 'hijriYear' in subscription.schedule
  const about = hasNights ? [aDay({ key: 'ramadan:1448:21', number: 21, on: localDate('2027-02-27') })] : [aDay()]
  return {
    notice: { kind: 'confirmed', subscriptionId: subscription.id, id: 'n' },
    subscription,
    locale: 'en',
    firstName: 'Amina',
    productName: 'Sunbul',
    months: hijriMonths(),
    canReachThirtieth: true,
    causes: [
      { name: 'Clean water for Tharparkar', share: 6000 },
      { name: 'School books', share: 4000 },
    ],
    level: undefined,
    card: { brand: 'visa', last4: '4242' },
    about,
    unpaid: { retried: [], waiting: undefined, beingCharged: [] },
    next: hasNights
      ? [aNight(1, '2027-02-07'), aNight(21, '2027-02-27')]
      : [aDay(), aDay({ key: '2026-12-04', on: localDate('2026-12-04') })],
    nextMonth: [aDay()],
    listed: [
      {
        on: hasNights ? localDate('2027-02-27') : localDate('2026-11-27'),
        number: hasNights ? 21 : null,
        gift: 1000n,
        tip: 160n,
        coveredFee: 0n,
        parts: [{ cause: 'Clean water for Tharparkar', gift: 1000n, receipt: '7-2026-000001' }],
      },
    ],
    given: { count: 3, gift: 3000n },
    links: {
      manage: 'https://give.example.org/scheduled-giving/manage?token=m',
      account: 'https://give.example.org/account/giving/s',
      notMe: undefined,
      authenticate: 'https://give.example.org/scheduled-giving/authenticate?token=a&gift=g',
      stop: 'https://give.example.org/scheduled-giving/mails/u',
    },
    ...over,
  }
}

/** Returns mails to an address, oldest first: the plan notices of one kind, all plan notices (`%`), or all mails. */
export async function mailsOf(db: Db, email: string, kind?: string) {
  const rows = await db
    .selectFrom('notifications.mail')
    .select(['kind', 'subject', 'content'])
    .where('to_address', '=', email)
    .where('kind', 'like', kind ? `plan-${kind}` : '%')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    content: row.content as MailContent,
    text: row.content ? mailLayout(row.content as MailContent).text : '',
  }))
}

import { describe, expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'
import { mailLayout } from '#modules/platform/notifications/index.ts'
import type { Schedule } from '#modules/recurring/plans/rules/schedule.ts'
import type { Notice } from '../../agreement/queue-notice.ts'
import { composeMail } from './compose.ts'
import type { MailData } from './mail-data.ts'
import { aDay, aNight, aPlan, aMail } from './testing.ts'

const kinds: readonly Notice['kind'][] = [
  'confirmed',
  'upcoming',
  'failed',
  'needs-authentication',
  'needs-card',
  'paused',
  'resumed',
  'changed',
  'cancelled',
  'ended',
  'missed',
  'late',
  'causes-closed',
  'zakat-ended',
  'charity-expired',
  'charity-paused',
  'page-paused',
  'causes-excluded',
  'disputed',
  'moved',
  'consent',
  'summary',
  'calendar',
]
const respond = (over: Partial<MailData>) => {
  const { subject, content } = composeMail(aMail(over))
  return { subject, content, ...mailLayout(content) }
}

describe.each(['en', 'ar'] as const)('in %s', (locale: Locale) => {
  test.each(kinds)('the mail of “%s” has all its text and links to view, pause or cancel', (kind) => {
    const schedules: Schedule[] = [
      { kind: 'ramadan', hijriYear: 1448, nights: [1, 21, 30] },
      { kind: 'dhul-hijjah', hijriYear: 1448, days: [1, 21] },
      ...(kind === 'calendar'
        ? []
        : ([{ kind: 'week', weekday: 5 }, { kind: 'day' }, { kind: 'month', anchorDay: 31 }] as const)),
    ]
    for (const subscription of schedules.map((schedule) => aPlan(schedule))) {
      const { subject, text, html } = respond({
        locale,
        subscription,
        notice: { kind, subscriptionId: subscription.id, id: 'n', month: '2026-11' },
      })
      expect(`${subject}\n${text}`).not.toMatch(/\{\w+\}|undefined|null|NaN|Invalid/)
      // A missing text would appear as its key.
      expect(text).not.toMatch(
        /\b(confirmed|upcoming|failed|paused|summary|calendar|card)\.[a-z]|\b(sum-|when-|night-|thirtieth-|subject|text-)\w*/,
      )
      expect(html).toContain('https://give.example.org/scheduled-giving/manage?token=m')
      expect(text).toContain(locale === 'en' ? 'you have a plan on Sunbul' : 'لديك خطة عطاء في Sunbul')
    }
  })
})

test('offers to unsubscribe only from mails that are not about the donor’s money', () => {
  const endable = kinds.filter(
    (kind) => respond({ notice: { kind, subscriptionId: 's', id: 'n', month: '2026-11' } }).content.unsubscribe,
  )
  expect(endable).toEqual(['upcoming', 'summary'])
  for (const reason of ['interval', 'changed'] as const)
    expect(respond({ notice: { kind: 'upcoming', subscriptionId: 's', id: 'n', reason } }).content.unsubscribe).toBe(
      undefined,
    )
})

test('names a giving level in the confirmation, and nowhere if there is none', () => {
  expect(respond({ level: 'A tap' }).text).toMatch(/Giving level:?\s+A tap/)
  expect(respond({ locale: 'ar', level: 'A tap' }).text).toContain('مستوى العطاء')
  expect(respond({}).text).not.toContain('Giving level')
})

test('a month of thirty nights shows the total for twenty-nine', () => {
  const subscription = aPlan({ kind: 'ramadan', hijriYear: 1447, nights: [29, 30] })
  const next = [aNight(29, '2026-03-17'), { ...aNight(30, '2026-03-18'), isUncertain: true }]
  const { text } = respond({ subscription, next, notice: { kind: 'confirmed', subscriptionId: 's', id: 'n' } })
  expect(text).toContain('2 donations in total: £20.00')
  expect(text).toContain('If Ramadan has 29 nights, night 30 isn’t charged: £10.00 in total instead of £20.00.')
  expect(text).toContain('Night 30 of Ramadan 1447 AH, Evening of Wednesday 18 March 2026 · to be announced: £10.00')
})

test('lists moved nights with their new evenings, and a removed one as not occurring', () => {
  const subscription = aPlan({ kind: 'ramadan', hijriYear: 1448, nights: [29, 30] })
  const about = [
    aDay({ key: 'ramadan:1448:29', number: 29, on: localDate('2027-03-08') }),
    aDay({ key: 'ramadan:1448:30', number: 30, state: 'CANCELLED' }),
  ]
  const { text } = respond({ subscription, about, notice: { kind: 'moved', subscriptionId: 's', id: 'n' } })
  expect(text).toContain('Night 29 of Ramadan 1448 AH, Evening of Monday 8 March 2027: £10.00')
  expect(text).toContain('Night 30: Doesn’t take place this year and isn’t charged')
})

test('a summary names the receipt of each part and refunds', () => {
  const listed = [
    {
      on: localDate('2026-11-02'),
      number: null,
      gift: 1000n,
      tip: 100n,
      coveredFee: 30n,
      parts: [
        { cause: 'Wells', gift: 600n, receipt: '7-2026-000001' },
        { cause: 'Books', gift: 400n, receipt: '8-2026-000004' },
      ],
    },
    { on: localDate('2026-11-03'), number: null, gift: 0n, tip: 0n, coveredFee: 0n, parts: [] },
  ]
  const { text, subject } = respond({
    listed,
    notice: { kind: 'summary', subscriptionId: 's', id: 'n', month: '2026-11' },
  })
  expect(subject).toBe('Your giving in November 2026: £10.00')
  for (const words of [
    '22 Jumada al-Ula 1448 AH, Mon 2 Nov 2026: £10.00, \u2068Wells\u2069, £6.00 · 7-2026-000001, \u2068Books\u2069, £4.00 · 8-2026-000004',
    'Refunded in full',
    'Processing fees you covered: £0.30',
    'Total charged: £11.30',
    'Planned for December 2026: One donation of £10.00',
  ])
    expect(text).toContain(words)
})

test('a reminder with an added fee does not call its amount the total charge', () => {
  const subscription = aPlan({ kind: 'day' }, { isZakat: true, maximizeZakat: true })
  const reminder = respond({
    subscription,
    notice: { kind: 'upcoming', subscriptionId: 's', id: 'n', reason: 'interval' },
  })
  expect(reminder.text).toContain('we’ll charge £10.00 plus the processing fee to your card ending in 4242')
  const summary = respond({ subscription, notice: { kind: 'summary', subscriptionId: 's', id: 'n', month: '2026-11' } })
  expect(summary.text).toContain('One donation of £10.00 plus the processing fee')
  expect(
    respond({ notice: { kind: 'upcoming', subscriptionId: 's', id: 'n', reason: 'interval' } }).text,
  ).not.toContain('processing fee')
})

test('a donor’s name is escaped and never empty', () => {
  expect(respond({ firstName: '<b>Amina</b>' }).html).not.toContain('<b>Amina')
  expect(respond({ firstName: '' }).text).toContain('Salam. ')
})

test('lists several causes from right to left in Arabic, even with Latin names', () => {
  const { html } = respond({ notice: { ...aMail().notice, kind: 'confirmed' }, locale: 'ar' })
  expect(html).toContain(
    '<bdi>\u200f\u2068Clean water for Tharparkar\u2069 (60%)</bdi><br><bdi>\u200f\u2068School books\u2069 (40%)</bdi>',
  )
})

test('says that we ask again only if the plan continues beyond the agreed year', () => {
  const confirmed = (over: Parameters<typeof aPlan>[1]) =>
    respond({ subscription: aPlan({ kind: 'week', weekday: 5 }, over) }).text
  const consentUntil = localDate('2027-11-20')
  for (const endsOn of [null, localDate('2028-01-07')])
    expect(confirmed({ consentUntil, endsOn })).toContain('We’ll ask you again before')
  const text = confirmed({ consentUntil, endsOn: localDate('2027-03-05') })
  expect(text).toContain('you agreed that we charge your card for these donations, and for no others')
  expect(text).not.toContain('ask you again')
})

import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import type { Block, MailContent } from '#modules/platform/notifications/index.ts'
import type { LeftOutBecause } from '#modules/recurring/agreement/index.ts'
import { isAskedAgain } from '#modules/recurring/agreement/rules/consent.ts'
import { monthAfter } from '../rules/months.ts'
import type { MailFacts } from './facts.ts'
import {
  amountOf,
  causesText,
  dateLabel,
  giftsText,
  isOfNights,
  listedBlocks,
  movedRows,
  nextBlocks,
  planRows,
  supportRows,
  upcomingRows,
} from './rows.ts'
import { apart, type PlanWords, wordsOf } from './words.ts'

/** A mail about a subscription, but for who it goes to. */
export type PlanMail = { readonly subject: string; readonly content: MailContent }

/**
 * What changes from notice to notice: which words, and what stands below them. Keys without a dot are of the notice's
 * own kind.
 */
type Shape = {
  readonly subject?: string
  readonly title?: string
  readonly text: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly blocks: readonly Block[]
  /** Offered to those who want no more of such mails. */
  readonly stop?: string
}

/**
 * Writes the mail of a notice from what is so now. Every mail leads to where its donor can look, pause or cancel
 * without logging in.
 */
export function composeMail(facts: MailFacts): PlanMail {
  const { notice, firstName, locale, productName, causes, links, subscription } = facts
  const words = wordsOf(subscription, facts)
  const shape = shapeOf(facts, words)
  const salam = firstName ? words.t('salam', { name: apart(firstName) }) : words.t('salam-nameless')
  const params = { plan: words.plan(causes), salam, ...shape.params }
  const say = (key: string) => words.t(`${notice.kind}.${key}`, params)
  const isOver = subscription.state === 'cancelled' || subscription.state === 'ended'
  const text = say(shape.text)
  return {
    // A header has one line, whatever a fundraiser is called.
    subject: say(shape.subject ?? 'subject').replace(/\s+/g, ' '),
    content: {
      locale,
      productName,
      title: say(shape.title ?? 'title'),
      preheader: text,
      footer: words.t('footer'),
      ...(shape.stop ? { unsubscribe: { text: say(shape.stop), url: links.stop } } : {}),
      blocks: [
        { kind: 'text', text },
        ...shape.blocks,
        { kind: 'link', text: words.t(isOver ? 'look' : 'manage'), url: links.manage },
      ],
    },
  }
}

function shapeOf(facts: MailFacts, words: PlanWords): Shape {
  const { notice, subscription, links, about, next, causes } = facts
  const { t, amount, day } = words
  const button = (text = `${notice.kind}.button`): Block => ({ kind: 'button', text: t(text), url: links.account })
  const gifts = { gifts: giftsText(facts, words) }
  switch (notice.kind) {
    case 'confirmed':
      return subscription.state === 'active'
        ? {
            ...(next[0] ? {} : { subject: 'title' }),
            text: 'text',
            params: { first: next[0] ? day(next[0].on) : '' },
            blocks: [
              headline(facts, words),
              planRows(facts, words),
              ...nextBlocks(facts, words),
              ...togetherBlocks(facts, words),
              agreed(facts, words),
            ],
          }
        : {
            subject: 'subject-resting',
            text: 'text-resting',
            blocks: [headline(facts, words), planRows(facts, words), agreed(facts, words), button('account')],
          }
    case 'coming': {
      const gift = about[0]!
      return {
        text: `text-${notice.because ?? 'asked'}`,
        params: {
          amount: withFee(facts, words, amount(gift.gift + gift.tip)),
          day: gift.number === null ? words.both(gift.on) : day(gift.on),
          card: words.cardIn(facts.card),
        },
        blocks: [
          {
            kind: 'facts',
            rows: [
              [t('next-gift'), `${dateLabel(facts, words, gift)}\n${words.clock(gift.dueAt)}`],
              [t('each'), words.exact(gift.gift)],
              ...supportRows(facts, words, gift.tip),
              [t('to'), causesText(facts, words)],
            ],
          },
          { kind: 'text', text: t('coming.hint') },
        ],
        ...(notice.because === 'asked' || notice.because === undefined ? { stop: 'stop' } : {}),
      }
    }
    case 'failed':
      return {
        text: notice.nextAt ? 'text-again' : 'text-over',
        params: { ...gifts, next: notice.nextAt ? words.instant(new Date(notice.nextAt)) : '' },
        blocks: [
          ...(subscription.state === 'active' && !notice.nextAt
            ? [{ kind: 'text', text: t('failed.text-goes-on') } as const]
            : []),
          planRows(facts, words),
          button(),
        ],
      }
    case 'needs-authentication':
      return {
        text: 'text',
        params: { ...gifts, until: about[0]?.waitsUntil ? words.instant(about[0].waitsUntil) : '' },
        blocks: [
          planRows(facts, words),
          { kind: 'button', text: t('needs-authentication.button'), url: links.authenticate },
        ],
      }
    case 'needs-card':
      return { text: 'text', params: { card: words.cardIn(facts.card) }, blocks: [planRows(facts, words), button()] }
    case 'paused':
      return {
        text: `text-${subscription.because === 'failures' || subscription.because === 'card' ? subscription.because : 'donor'}`,
        blocks: [planRows(facts, words), button()],
      }
    case 'resumed':
    case 'changed':
      return { text: 'text', blocks: [planRows(facts, words), ...nextBlocks(facts, words)] }
    case 'cancelled':
    case 'ended':
      return {
        text: subscription.because === 'charity' ? 'text-charity' : facts.given.count > 0 ? 'text-thanks' : 'text',
        blocks: [...givenBlock(facts, words), ...listedBlocks(facts, words)],
      }
    case 'missed':
      return {
        text: 'text',
        blocks: [
          { kind: 'facts', title: t('missed.list'), rows: upcomingRows(facts, words, about) },
          { kind: 'text', text: t('missed.hint') },
          button(),
        ],
      }
    case 'late': {
      const paidAt = about[0]?.settledAt
      const rows = upcomingRows(
        facts,
        words,
        about.map((each) => ({ ...each, isUncertain: false })),
      )
      return {
        text: 'text',
        params: { day: paidAt ? day(localDateIn(subscription.timeZone, paidAt)) : '' },
        blocks: [
          { kind: 'facts', title: t('late.list'), rows: [...rows, ...supportRows(facts, words, 0n)] },
          { kind: 'small', text: t('receipts-in-account') },
        ],
      }
    }
    case 'causes-closed':
      return {
        text: causes.length > 0 ? 'text' : 'text-free',
        blocks: [
          ...(causes.length > 0
            ? [{ kind: 'facts', rows: [[t('causes-closed.list'), causes.map(({ name }) => name).join('\n')]] } as const]
            : []),
          button(),
        ],
      }
    case 'zakat-ended':
      return {
        text: 'text',
        blocks: [
          { kind: 'facts', rows: [[t('causes-closed.list'), causes.map(({ name }) => name).join('\n')]] },
          button(),
        ],
      }
    case 'charity-expired': {
      const { charity } = notice
      const name = (facts.locale === 'ar' && charity?.nameAr) || charity?.name || ''
      return {
        text: 'text',
        params: { charity: apart(name), day: charity ? day(charity.pausesOn as LocalDate) : '' },
        blocks: [planRows(facts, words), button()],
      }
    }
    case 'charity-paused':
      return {
        text: 'text',
        blocks: [
          { kind: 'facts', rows: [[t('causes-closed.list'), causes.map(({ name }) => name).join('\n')]] },
          button(),
        ],
      }
    case 'left-out': {
      const of = (why: LeftOutBecause) =>
        (notice.leftOut ?? []).filter(({ because }) => because === why).map(({ name }) => name)
      const rows = (['closed', 'charity', 'zakat'] as const).flatMap((why) =>
        of(why).length > 0 ? [[t(`left-out.${why}`), of(why).join('\n')] as const] : [],
      )
      return {
        text: 'text',
        params: gifts,
        blocks: [...(rows.length > 0 ? [{ kind: 'facts', rows } as const] : []), button()],
      }
    }
    case 'disputed':
      return { text: 'text', params: gifts, blocks: [planRows(facts, words), button()] }
    case 'moved':
      return { text: 'text', blocks: [{ kind: 'facts', title: t('moved.list'), rows: movedRows(facts, words) }] }
    case 'consent': {
      const rests = subscription.state === 'active' ? '' : '-rests'
      return {
        subject: `subject${rests}`,
        title: `title${rests}`,
        text: `text${rests}`,
        params: { day: day(agreedOn(facts)), until: words.both(subscription.consentUntil) },
        blocks: [planRows(facts, words), button()],
      }
    }
    case 'calendar': {
      const { schedule } = subscription
      const params = {
        year: 'hijriYear' in schedule ? String(schedule.hijriYear) : '',
        first: next[0] ? day(next[0].on) : '',
        time: `${words.time} (${words.zone})`,
      }
      return {
        subject: `subject-${schedule.kind}`,
        title: `title-${schedule.kind}`,
        text: `text-${schedule.kind}`,
        params,
        blocks: [...nextBlocks(facts, words), planRows(facts, words)],
      }
    }
    case 'summary': {
      const sum = facts.listed.reduce((total, { gift }) => total + gift, 0n)
      return {
        params: { month: words.month(notice.month!), amount: amount(sum) },
        text: 'text',
        blocks: [
          { kind: 'amount', label: words.plan(causes), amount: amount(sum) },
          ...listedBlocks(facts, words),
          ...(isOfNights(facts) ? [] : [comingMonth(facts, words)]),
        ],
        stop: 'stop',
      }
    }
  }
}

/** What will be charged, where a fee comes on top of it that is known only then. */
const withFee = ({ subscription: { isZakat, maximizeZakat } }: MailFacts, { t }: PlanWords, amount: string): string =>
  isZakat && maximizeZakat ? t('and-fee', { amount }) : amount

const agreedOn = ({ subscription: { timeZone, details } }: MailFacts) =>
  localDateIn(timeZone, new Date(details.agreedAt))

function headline(facts: MailFacts, words: PlanWords): Block {
  const { gift, tip } = amountOf(facts)
  const { isZakat, maximizeZakat } = facts.subscription
  const label = `charged-${isOfNights(facts) ? 'all' : 'each'}${isZakat && maximizeZakat ? '-fee' : ''}`
  return { kind: 'amount', label: words.t(label), amount: words.amount(gift + tip) }
}

const agreed = (facts: MailFacts, { t, day }: PlanWords): Block => ({
  kind: 'small',
  text: t(isAskedAgain({ isOfNights: isOfNights(facts), ...facts.subscription }) ? 'agreed' : 'agreed-once', {
    day: day(agreedOn(facts)),
    until: day(facts.subscription.consentUntil),
  }),
})

/** Gifts of days and nights are told of together, and whoever would rather have each receipt says so here. */
function togetherBlocks(facts: MailFacts, { t }: PlanWords): Block[] {
  const { schedule, details } = facts.subscription
  if (schedule.kind === 'week' || schedule.kind === 'month' || details.monthly === 'receipts') return []
  return [
    { kind: 'text', text: t(`confirmed.monthly-${schedule.kind === 'day' ? 'day' : 'nights'}`) },
    { kind: 'link', text: t('confirmed.choose'), url: facts.links.stop },
  ]
}

const givenBlock = ({ given, causes }: MailFacts, words: PlanWords): Block[] =>
  given.count === 0
    ? [{ kind: 'facts', rows: [[words.t('what'), words.plan(causes)]] }]
    : [
        { kind: 'amount', label: words.plan(causes), amount: words.amount(given.gift) },
        {
          kind: 'facts',
          rows: [[words.t('given'), words.t('given-gifts', { count: given.count, amount: words.exact(given.gift) })]],
        },
      ]

function comingMonth(facts: MailFacts, words: PlanWords): Block {
  const { nextMonth, notice } = facts
  const { t, month, exact } = words
  const total = nextMonth.reduce((sum, { gift, tip }) => sum + gift + tip, 0n)
  const said =
    nextMonth.length === 0
      ? t('summary.coming-none')
      : t('summary.coming-gifts', { count: nextMonth.length, total: withFee(facts, words, exact(total)) })
  return { kind: 'facts', rows: [[t('summary.coming', { month: month(monthAfter(notice.month!)) }), said]] }
}

import { one, required } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import { dayMs } from '#shared/time.ts'
import type { Block } from '#modules/platform/notifications/index.ts'
import type { LeftOutBecause, Notice } from '#modules/recurring/agreement/index.ts'
import { agreed, agreedOn, button, causesBlock, comingMonth, headline, togetherBlocks, withFee } from './blocks.ts'
import { unresumedDays } from '../rules/unresumed.ts'
import { begun, unconfirmed } from './begun.ts'
import { over } from './over.ts'
import type { MailFacts } from './facts.ts'
import {
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
import { apart, type PlanWords } from './words.ts'

/** The text and blocks of one kind of notice. Keys without a dot belong to the notice's kind. */
export type Shape = {
  readonly subject?: string
  readonly title?: string
  readonly text: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly blocks: readonly Block[]
  /** Text of the unsubscribe link. */
  readonly stop?: string
}

/** Builds the mail of each kind of notice. */
export const shapes: { readonly [kind in Notice['kind']]: (facts: MailFacts, words: PlanWords) => Shape } = {
  confirmed(facts, words) {
    const { subscription, next } = facts
    const { day } = words
    if (subscription.because === 'email-unconfirmed') return unconfirmed(facts, words)
    if (subscription.details.agreedWords !== undefined) return begun(facts, words)
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
          subject: 'subject-paused',
          text: 'text-paused',
          blocks: [
            headline(facts, words),
            planRows(facts, words),
            agreed(facts, words),
            button(facts, words, 'account'),
          ],
        }
  },
  coming(facts, words) {
    const { notice, about } = facts
    const { t, amount, day } = words
    const gift = one(about)
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
  },
  failed(facts, words) {
    const { notice, subscription } = facts
    const { t } = words
    return {
      text: notice.nextAt ? 'text-again' : 'text-over',
      params: { gifts: giftsText(facts, words), next: notice.nextAt ? words.instant(new Date(notice.nextAt)) : '' },
      blocks: [
        ...(subscription.state === 'active' && !notice.nextAt
          ? [{ kind: 'text', text: t('failed.text-continues') } as const]
          : []),
        planRows(facts, words),
        button(facts, words),
      ],
    }
  },
  'needs-authentication'(facts, words) {
    const { links, about } = facts
    const { t } = words
    return {
      text: 'text',
      params: { gifts: giftsText(facts, words), until: about[0]?.waitsUntil ? words.instant(about[0].waitsUntil) : '' },
      blocks: [
        planRows(facts, words),
        { kind: 'button', text: t('needs-authentication.button'), url: links.authenticate },
      ],
    }
  },
  'needs-card'(facts, words) {
    return {
      text: 'text',
      params: { card: words.cardIn(facts.card) },
      blocks: [planRows(facts, words), button(facts, words)],
    }
  },
  paused(facts, words) {
    const { subscription } = facts
    return {
      text: `text-${subscription.because === 'failures' || subscription.because === 'card' ? subscription.because : 'donor'}`,
      blocks: [planRows(facts, words), button(facts, words)],
    }
  },
  resumed: resumedOrChanged,
  changed: resumedOrChanged,
  cancelled: over,
  ended: over,
  'ends-soon'(facts, words) {
    const { subscription } = facts
    const ends = new Date(subscription.changedAt.getTime() + unresumedDays * dayMs)
    return {
      text: 'text',
      params: { day: words.day(localDateIn(subscription.timeZone, ends)) },
      blocks: [planRows(facts, words), button(facts, words)],
    }
  },
  missed(facts, words) {
    const { about } = facts
    const { t } = words
    return {
      text: 'text',
      blocks: [
        { kind: 'facts', title: t('missed.list'), rows: upcomingRows(facts, words, about) },
        { kind: 'text', text: t('missed.hint') },
        button(facts, words),
      ],
    }
  },
  late(facts, words) {
    const { subscription, about } = facts
    const { t, day } = words
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
  },
  'causes-closed'(facts, words) {
    const { causes } = facts
    return {
      text: causes.length > 0 ? 'text' : 'text-free',
      blocks: [...(causes.length > 0 ? [causesBlock(facts, words)] : []), button(facts, words)],
    }
  },
  'zakat-ended': causesOnly,
  'charity-expired'(facts, words) {
    const { notice } = facts
    const { day } = words
    const { charity } = notice
    const name = (facts.locale === 'ar' && charity?.nameAr) || charity?.name || ''
    return {
      text: 'text',
      params: { charity: apart(name), day: charity ? day(charity.pausesOn) : '' },
      blocks: [planRows(facts, words), button(facts, words)],
    }
  },
  'charity-paused': causesOnly,
  'page-paused': causesOnly,
  'left-out'(facts, words) {
    const { notice } = facts
    const { t } = words
    const of = (why: LeftOutBecause) =>
      (notice.leftOut ?? []).filter(({ because }) => because === why).map(({ name }) => name)
    const rows = (['closed', 'charity', 'zakat'] as const).flatMap((why) =>
      of(why).length > 0 ? [[t(`left-out.${why}`), of(why).join('\n')] as const] : [],
    )
    return {
      text: 'text',
      params: { gifts: giftsText(facts, words) },
      blocks: [...(rows.length > 0 ? [{ kind: 'facts', rows } as const] : []), button(facts, words)],
    }
  },
  disputed(facts, words) {
    return {
      text: 'text',
      params: { gifts: giftsText(facts, words) },
      blocks: [planRows(facts, words), button(facts, words)],
    }
  },
  moved(facts, words) {
    const { t } = words
    return { text: 'text', blocks: [{ kind: 'facts', title: t('moved.list'), rows: movedRows(facts, words) }] }
  },
  consent(facts, words) {
    const { subscription } = facts
    const { day } = words
    const suffix = subscription.state === 'active' ? '' : '-paused'
    return {
      subject: `subject${suffix}`,
      title: `title${suffix}`,
      text: `text${suffix}`,
      params: { day: day(agreedOn(facts)), until: words.both(subscription.consentUntil) },
      blocks: [planRows(facts, words), button(facts, words)],
    }
  },
  calendar(facts, words) {
    const { subscription, next } = facts
    const { day } = words
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
  },
  summary(facts, words) {
    const { notice, causes } = facts
    const { amount } = words
    const sum = facts.listed.reduce((total, { gift }) => total + gift, 0n)
    return {
      params: { month: words.month(required(notice.month, 'month of the notice')), amount: amount(sum) },
      text: 'text',
      blocks: [
        { kind: 'amount', label: words.plan(causes), amount: amount(sum) },
        ...listedBlocks(facts, words),
        ...(isOfNights(facts) ? [] : [comingMonth(facts, words)]),
      ],
      stop: 'stop',
    }
  },
}

function resumedOrChanged(facts: MailFacts, words: PlanWords): Shape {
  return { text: 'text', blocks: [planRows(facts, words), ...nextBlocks(facts, words)] }
}

function causesOnly(facts: MailFacts, words: PlanWords): Shape {
  return { text: 'text', blocks: [causesBlock(facts, words), button(facts, words)] }
}

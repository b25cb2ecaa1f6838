import { isolate } from '#shared/text.ts'
import { one, required } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import { dayMs } from '#shared/time.ts'
import type { Block } from '#modules/platform/notifications/index.ts'
import type { ExclusionReason, Notice } from '../../agreement/queue-notice.ts'
import {
  agreementBlock,
  agreedOn,
  button,
  causesBlock,
  nextMonthBlock,
  headline,
  combinedNoticeBlocks,
  unpaidBlocks,
  withFee,
} from './blocks.ts'
import { unresumedDays } from '../../rules/unresumed.ts'
import { startedMail } from './started-mail.ts'
import { endedMail } from './ended-mail.ts'
import { failedMail } from './failed-mail.ts'
import type { MailData } from './mail-data.ts'
import {
  causesText,
  dateLabel,
  noticeAmountText,
  donationsText,
  hasNights,
  listedBlocks,
  rescheduledRows,
  nextBlocks,
  planRows,
  supportRows,
  upcomingRows,
} from './rows.ts'
import type { PlanWords } from './words.ts'

/** Text and blocks of one kind of notice. Keys without a dot belong to the notice's kind. */
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
export const shapes: { readonly [kind in Notice['kind']]: (mailData: MailData, words: PlanWords) => Shape } = {
  confirmed(mailData, words) {
    const { subscription, next } = mailData
    const { day } = words
    if (subscription.details.agreedWords !== undefined) return startedMail(mailData, words)
    return subscription.state === 'active'
      ? {
          ...(next[0] ? {} : { subject: 'title' }),
          text: 'text',
          params: { first: next[0] ? day(next[0].on) : '' },
          blocks: [
            headline(mailData, words),
            planRows(mailData, words),
            ...nextBlocks(mailData, words),
            ...combinedNoticeBlocks(mailData, words),
            agreementBlock(mailData, words),
          ],
        }
      : {
          subject: 'subject-paused',
          text: 'text-paused',
          blocks: [
            headline(mailData, words),
            planRows(mailData, words),
            agreementBlock(mailData, words),
            button(mailData, words, 'account'),
          ],
        }
  },
  upcoming(mailData, words) {
    const { notice, about } = mailData
    const { t, amount, day } = words
    const donation = one(about)
    return {
      text: `text-${notice.reason ?? 'requested'}`,
      params: {
        amount: withFee(mailData, words, amount(donation.gift + donation.tip)),
        day: donation.number === null ? words.both(donation.on) : day(donation.on),
        card: words.cardIn(mailData.card),
      },
      blocks: [
        {
          kind: 'facts',
          rows: [
            [t('next-gift'), `${dateLabel(mailData, words, donation)}\n${words.clock(donation.dueAt)}`],
            [t('each'), words.exact(donation.gift)],
            ...supportRows(mailData, words, donation.tip),
            [t('to'), causesText(mailData, words)],
          ],
        },
        { kind: 'text', text: t('upcoming.hint') },
      ],
      ...(notice.reason === 'requested' || notice.reason === undefined ? { stop: 'stop' } : {}),
    }
  },
  failed: failedMail,
  'needs-authentication'(mailData, words) {
    const { links, about } = mailData
    const { t } = words
    return {
      text: 'text',
      params: {
        amount: noticeAmountText(mailData, words),
        donations: donationsText(mailData, words),
        until: about[0]?.actionDeadline ? words.instant(about[0].actionDeadline) : '',
      },
      blocks: [
        planRows(mailData, words),
        { kind: 'button', text: t('needs-authentication.button'), url: links.authenticate },
      ],
    }
  },
  'needs-card'(mailData, words) {
    return {
      text: 'text',
      params: { card: words.cardIn(mailData.card) },
      blocks: [...unpaidBlocks(mailData, words), planRows(mailData, words), button(mailData, words)],
    }
  },
  paused(mailData, words) {
    const { subscription } = mailData
    return {
      text: `text-${subscription.reason === 'failures' || subscription.reason === 'card' ? subscription.reason : 'donor'}`,
      blocks: [...unpaidBlocks(mailData, words), planRows(mailData, words), button(mailData, words)],
    }
  },
  resumed: resumedOrChanged,
  changed: resumedOrChanged,
  cancelled: endedMail,
  ended: endedMail,
  'ends-soon'(mailData, words) {
    const { subscription } = mailData
    const ends = new Date(subscription.changedAt.getTime() + unresumedDays * dayMs)
    return {
      text: 'text',
      params: { day: words.day(localDateIn(subscription.timeZone, ends)) },
      blocks: [planRows(mailData, words), button(mailData, words)],
    }
  },
  missed(mailData, words) {
    const { about } = mailData
    const { t } = words
    return {
      text: 'text',
      blocks: [
        { kind: 'facts', title: t('missed.list'), rows: upcomingRows(mailData, words, about) },
        { kind: 'text', text: t('missed.hint') },
        button(mailData, words),
      ],
    }
  },
  late(mailData, words) {
    const { subscription, about } = mailData
    const { t, day } = words
    const paidAt = about[0]?.settledAt
    const rows = upcomingRows(
      mailData,
      words,
      about.map((occurrence) => ({ ...occurrence, isUncertain: false })),
    )
    return {
      text: 'text',
      params: { day: paidAt ? day(localDateIn(subscription.timeZone, paidAt)) : '' },
      blocks: [
        { kind: 'facts', title: t('late.list'), rows: [...rows, ...supportRows(mailData, words, 0n)] },
        { kind: 'small', text: t('receipts-in-account') },
      ],
    }
  },
  'causes-closed'(mailData, words) {
    const { causes } = mailData
    return {
      text: causes.length > 0 ? 'text' : 'text-free',
      blocks: [...(causes.length > 0 ? [causesBlock(mailData, words)] : []), button(mailData, words)],
    }
  },
  'zakat-ended': causesOnly,
  'charity-expired'(mailData, words) {
    const { notice } = mailData
    const { day } = words
    const { charity } = notice
    const name = (mailData.locale === 'ar' && charity?.nameAr) || charity?.name || ''
    return {
      text: 'text',
      params: { charity: isolate(name), day: charity ? day(charity.pausesOn) : '' },
      blocks: [planRows(mailData, words), button(mailData, words)],
    }
  },
  'charity-paused': causesOnly,
  'page-paused': causesOnly,
  'causes-excluded'(mailData, words) {
    const { notice } = mailData
    const { t } = words
    const excludedFor = (why: ExclusionReason) =>
      (notice.excluded ?? []).filter(({ reason }) => reason === why).map(({ name }) => name)
    const rows = (['closed', 'charity', 'zakat'] as const).flatMap((why) =>
      excludedFor(why).length > 0 ? [[t(`causes-excluded.${why}`), excludedFor(why).join('\n')] as const] : [],
    )
    return {
      text: 'text',
      params: { donations: donationsText(mailData, words) },
      blocks: [...(rows.length > 0 ? [{ kind: 'facts', rows } as const] : []), button(mailData, words)],
    }
  },
  disputed(mailData, words) {
    return {
      text: 'text',
      params: { donations: donationsText(mailData, words) },
      blocks: [planRows(mailData, words), button(mailData, words)],
    }
  },
  moved(mailData, words) {
    const { t } = words
    return { text: 'text', blocks: [{ kind: 'facts', title: t('moved.list'), rows: rescheduledRows(mailData, words) }] }
  },
  consent(mailData, words) {
    const { subscription } = mailData
    const { day } = words
    const suffix = subscription.state === 'active' ? '' : '-paused'
    return {
      subject: `subject${suffix}`,
      title: `title${suffix}`,
      text: `text${suffix}`,
      params: { day: day(agreedOn(mailData)), until: words.both(subscription.consentUntil) },
      blocks: [planRows(mailData, words), button(mailData, words)],
    }
  },
  calendar(mailData, words) {
    const { subscription, next } = mailData
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
      blocks: [...nextBlocks(mailData, words), planRows(mailData, words)],
    }
  },
  summary(mailData, words) {
    const { notice, causes } = mailData
    const { amount } = words
    const sum = mailData.listed.reduce((total, { gift }) => total + gift, 0n)
    return {
      params: { month: words.month(required(notice.month, 'month of the notice')), amount: amount(sum) },
      text: 'text',
      blocks: [
        { kind: 'amount', label: words.plan(causes), amount: amount(sum) },
        ...listedBlocks(mailData, words),
        ...(hasNights(mailData) ? [] : [nextMonthBlock(mailData, words)]),
      ],
      stop: 'stop',
    }
  },
}

function resumedOrChanged(mailData: MailData, words: PlanWords): Shape {
  return {
    text: 'text',
    blocks: [...unpaidBlocks(mailData, words), planRows(mailData, words), ...nextBlocks(mailData, words)],
  }
}

function causesOnly(mailData: MailData, words: PlanWords): Shape {
  return { text: 'text', blocks: [causesBlock(mailData, words), button(mailData, words)] }
}

import type { Block } from '#modules/platform/notifications/index.ts'
import { agreementBlock, agreedOn, headline } from './blocks.ts'
import type { MailData } from './mail-data.ts'
import { nextBlocks, planRows } from './rows.ts'
import type { PlanWords } from './words.ts'

/** Mail about a plan that started with a paid donation, with the agreed text. */
export function startedMail(mailData: MailData, words: PlanWords) {
  const { subscription, next } = mailData
  const { t, day } = words
  const blocks: readonly Block[] = [
    headline(mailData, words),
    planRows(mailData, words),
    ...nextBlocks({ ...mailData, next: next.slice(0, 1) }, words),
    {
      kind: 'small',
      text: t('confirmed.words', { day: day(agreedOn(mailData)), words: subscription.details.agreedWords ?? '' }),
    },
    agreementBlock(mailData, words),
  ]
  return {
    subject: 'subject-paid',
    text: 'text-paid',
    params: { first: next[0] ? day(next[0].on) : '' },
    blocks,
  }
}

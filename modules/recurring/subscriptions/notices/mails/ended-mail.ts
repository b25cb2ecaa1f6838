import { isolate } from '#shared/text.ts'
import { generalFundBlocks, donatedBlock, unpaidBlocks } from './blocks.ts'
import type { MailData } from './mail-data.ts'
import { listedBlocks } from './rows.ts'
import type { PlanWords } from './words.ts'

function endText({ notice, subscription, given }: MailData): string {
  if (notice.cancelledBy) return 'text-by-charity'
  if (subscription.reason === 'charity') return 'text-charity'
  if (subscription.reason === 'page') return 'text-page'
  if (subscription.reason === 'email-unconfirmed') return 'text-unconfirmed'
  if (subscription.state === 'ended' && subscription.reason !== 'finished') return 'text-unresumed'
  return given.count > 0 ? 'text-thanks' : 'text'
}

/** Mail about a plan that is over: why it ended, what it donated, and the general fund as an alternative. */
export function endedMail(mailData: MailData, words: PlanWords) {
  const { cancelledBy } = mailData.notice
  return {
    text: endText(mailData),
    params: { charity: isolate(cancelledBy?.charity ?? '') },
    blocks: [
      ...(cancelledBy ? [{ kind: 'text', text: `\u201c${cancelledBy.words}\u201d`, isTheirs: true } as const] : []),
      ...unpaidBlocks(mailData, words),
      ...generalFundBlocks(mailData, words),
      ...donatedBlock(mailData, words),
      ...listedBlocks(mailData, words),
    ],
  }
}

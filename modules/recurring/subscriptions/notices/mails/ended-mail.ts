import { generalFundBlocks, donatedBlock, unpaidBlocks } from './blocks.ts'
import type { MailData } from './mail-data.ts'
import { listedBlocks } from './rows.ts'
import type { PlanWords } from './words.ts'

function endText({ subscription, given }: MailData): string {
  if (subscription.reason === 'charity') return 'text-charity'
  if (subscription.reason === 'page') return 'text-page'
  if (subscription.reason === 'email-unconfirmed') return 'text-unconfirmed'
  if (subscription.state === 'ended' && subscription.reason !== 'finished') return 'text-unresumed'
  return given.count > 0 ? 'text-thanks' : 'text'
}

/** Mail about a plan that is over: why it ended, what it donated, and the general fund as an alternative. */
export function endedMail(mailData: MailData, words: PlanWords) {
  return {
    text: endText(mailData),
    blocks: [
      ...unpaidBlocks(mailData, words),
      ...generalFundBlocks(mailData, words),
      ...donatedBlock(mailData, words),
      ...listedBlocks(mailData, words),
    ],
  }
}

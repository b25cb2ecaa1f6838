import { generalFundBlocks, givenBlock } from './blocks.ts'
import type { MailFacts } from './facts.ts'
import { listedBlocks } from './rows.ts'
import type { PlanWords } from './words.ts'

function endText({ subscription, given }: MailFacts): string {
  if (subscription.because === 'charity') return 'text-charity'
  if (subscription.because === 'page') return 'text-page'
  if (subscription.because === 'email-unconfirmed') return 'text-unconfirmed'
  if (subscription.state === 'ended' && subscription.because !== 'over') return 'text-unresumed'
  return given.count > 0 ? 'text-thanks' : 'text'
}

/** The mail of a plan that is over: why, what was given with it, and the general fund that the donor may choose instead. */
export function over(facts: MailFacts, words: PlanWords) {
  return {
    text: endText(facts),
    blocks: [...generalFundBlocks(facts, words), ...givenBlock(facts, words), ...listedBlocks(facts, words)],
  }
}

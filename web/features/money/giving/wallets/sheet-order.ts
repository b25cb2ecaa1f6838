import type { Quote } from '#modules/money/giving/rules/quote.ts'
import type { WalletSheet } from '#modules/money/payments/rules/wallet-buttons.ts'

type LineKey = 'give.line-gift' | 'give.line-fee' | 'give.line-tip'

/** Returns what the wallet's sheet shows: donation, covered fee and tip, which add up to the total that is charged. */
export function toWalletSheet(
  { gift, coveredFee, tip, total }: Pick<Quote, 'gift' | 'coveredFee' | 'tip' | 'total'>,
  name: (key: LineKey) => string,
): WalletSheet {
  const lines = [
    { name: name('give.line-gift'), amount: gift },
    { name: name('give.line-fee'), amount: coveredFee },
    { name: name('give.line-tip'), amount: tip },
  ]
  return { total, lines: lines.filter(({ amount }, index) => index === 0 || amount.amount > 0n) }
}

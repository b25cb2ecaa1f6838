import { formatMoney, parseMajor } from '#shared/money.ts'
import { useLocale, useText } from '../../../lib/text.tsx'
import { ChallengeDialog } from '../giving/form/payment-parts.tsx'
import type { Payment } from '../giving/use-payment.ts'

/**
 * The bank's question, with what it is about: a payment that was begun before may be of another amount than the basket
 * is by now.
 */
export function BasketChallenge({ payment }: { readonly payment: Payment }) {
  const t = useText()
  const locale = useLocale()
  const { stage } = payment
  const money = stage.kind === 'challenge' ? parseMajor(stage.challenge.amount, stage.challenge.currency) : undefined
  return (
    <ChallengeDialog
      payment={payment}
      text={
        money
          ? t('basket-page.challenge', { amount: `\u2068${formatMoney(money, locale, { fractions: 'always' })}\u2069` })
          : ''
      }
    />
  )
}

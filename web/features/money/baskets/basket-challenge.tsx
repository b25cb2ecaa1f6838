import { formatMoney, parseMajor } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { ChallengeDialog } from '../giving/form/payment-parts.tsx'
import type { Payment } from '../giving/use-payment.ts'

/** The 3-D Secure challenge of a basket, with its amount: a resumed payment may differ from the current basket. */
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

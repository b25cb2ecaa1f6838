import { useEffect, useState } from 'react'
import { formatDay, localDate } from '#shared/calendar.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api } from '#web/lib/api.ts'
import { useLocale, useText } from '#web/lib/text.tsx'

type Plan = OutputOf<ProductContract, 'GET /v4/thank-yous/:intentId/plan'>

/** The date and amount of a new plan's next donation, on its thank-you page. */
export function NextDonation({ intentId, token }: { readonly intentId: string; readonly token: string }) {
  const t = useText()
  const locale = useLocale()
  const [plan, setPlan] = useState<Plan>()
  useEffect(() => {
    let isGone = false
    api('GET /v4/thank-yous/:intentId/plan', { intentId, token }).then(
      (found) => void (isGone || setPlan(found)),
      // The plan has ended in the meantime.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [intentId, token])
  if (!plan?.next) return null
  const { on, onHijri, total } = plan.next
  return (
    <dl className="lines card card-in">
      <dt>{t('plan-thanks.next')}</dt>
      <dd>
        <bdi className="strong">
          {formatMoney(money(BigInt(total), plan.currency), locale, { fractions: 'always' })}
        </bdi>
        <br />
        {formatDay(localDate(on), locale)}
        <br />
        <span className="quiet small">{onHijri}</span>
      </dd>
    </dl>
  )
}

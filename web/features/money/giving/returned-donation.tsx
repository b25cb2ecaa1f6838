import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatMoney, money } from '#shared/money.ts'
import { api } from '#web/lib/api.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { useRecheck } from './use-recheck.ts'

export type ReturnedPayment = OutputOf<ProductContract, 'GET /v4/returns/:intentId'>

/**
 * Shows the outcome of a donation when the bank redirects back to a browser without its state. Never shows the empty
 * form, which would invite a second payment (payments-14). `again`: URL of the form, linked if nothing was charged.
 */
export function ReturnedDonation({
  returned,
  title,
  again,
}: {
  readonly returned: ReturnedPayment
  readonly title: string
  readonly again: string
}) {
  const t = useText()
  const locale = useLocale()
  useRecheck(returned.status === 'confirming', async () => {
    const intentId = new URLSearchParams(location.search).get('gift') ?? ''
    return (await api('GET /v4/returns/:intentId', { intentId })).status === 'confirming'
  })
  const amount = formatMoney(money(BigInt(returned.total), returned.currency), locale, {
    fractions: 'always',
  })
  return (
    <div className="page empty">
      <title>{t(`give.returned-${returned.status}`)}</title>
      <meta name="robots" content="noindex" />
      <h1>{t(`give.returned-${returned.status}`)}</h1>
      <p className="strong">
        <bdi>{amount}</bdi> · <bdi>{title}</bdi>
      </p>
      <p className="quiet">{t(`give.returned-${returned.status}-text`)}</p>
      {returned.status === 'succeeded' ? null : (
        <p>
          <a
            className={`button button-${returned.status === 'confirming' ? 'primary' : 'quiet'}`}
            href={returned.status === 'confirming' ? '' : again}
          >
            {t(returned.status === 'confirming' ? 'give.returned-look' : 'give.returned-again')}
          </a>
        </p>
      )}
    </div>
  )
}

import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatMoney, money } from '#shared/money.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'

type Closing = OutputOf<ProductContract, 'GET /v4/staff/charities/:organizationId'>['closing']

/** Says that an owner asked to close the fundraiser, or that it is closed. */
export function ClosingNotice({ closing }: { readonly closing: Closing }) {
  const t = useText()
  const locale = useLocale()
  const balances = closing.balances.map(({ amount, currency }) =>
    formatMoney(money(BigInt(amount), currency), locale, { fractions: 'always' }),
  )
  const open = balances.length > 0 ? <p>{t('charities.closing-balance', { balances: balances.join(' · ') })}</p> : null
  if (closing.closedAt)
    return (
      <div className="notice stack">
        <p>{t('charities.closed')}</p>
        {open}
      </div>
    )
  if (!closing.requestedAt) return null
  return (
    <PageForm className="notice stack" id="close">
      <p>{t('charities.closing')}</p>
      {open}
      <p>
        <button className="button button-danger" name="intent" value="close">
          {t('charities.close')}
        </button>
      </p>
    </PageForm>
  )
}

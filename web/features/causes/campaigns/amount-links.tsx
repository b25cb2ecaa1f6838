import { useState } from 'react'
import { type Currency, formatMoney, money, parseMajor } from '#shared/money.ts'
import { useLocale, useText } from '../../../lib/text.tsx'
import { AmountInput } from '../../../ui/amount-input.tsx'

type Props = {
  /** Where an amount leads to: `?amount=` and, if there is one, `&src=` follow (S1 §2.2). */
  readonly link: string
  readonly currency: Currency
  /** Whole major units to choose from. */
  readonly quick: readonly string[]
  readonly source: string | null
  /** A referral code, which goes along, too. */
  readonly code?: string | null
}

/** Amounts as links, and a typed one with its Next button: a form that works without scripts. */
export function AmountLinks({ link, currency, quick, source, code = null }: Props) {
  const t = useText()
  const locale = useLocale()
  const [amount, setAmount] = useState('0')
  const query = (of: string) =>
    new URLSearchParams({ amount: of, ...(source ? { src: source } : {}), ...(code ? { code } : {}) }).toString()
  return (
    <form method="get" action={link} className="campaign-page-amounts" aria-label={t('campaign.amounts')}>
      <ul>
        {quick.map((each) => (
          <li key={each}>
            <a className="chip" href={`${link}?${query(each)}`}>
              <bdi>{formatMoney(parseMajor(each, currency) ?? money(0n, currency), locale, { fractions: 'auto' })}</bdi>
            </a>
          </li>
        ))}
      </ul>
      <div className="campaign-page-next">
        <AmountInput
          id="amount"
          label={t('campaign.other-amount')}
          code={currency}
          value={amount}
          onType={setAmount}
          droppedNotice={t('shell.fraction-dropped')}
          wholeNotice={t('campaign.whole-amount')}
        />
        {source ? <input type="hidden" name="src" value={source} /> : null}
        {code ? <input type="hidden" name="code" value={code} /> : null}
        <button className="button button-quiet">{t('campaign.next')}</button>
      </div>
    </form>
  )
}

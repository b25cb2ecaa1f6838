import { type RefObject, useEffect, useRef, useState } from 'react'
import { localDate } from '#shared/calendar.ts'
import type { Money } from '#shared/money.ts'
import { type Params, translate } from '#shared/text.ts'
import type { CardFields, PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { debitMandate, canCountNextYear } from '#modules/money/giving/rules/bank-debits/bank-debit.ts'
import { track } from '#web/lib/analytics.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { mountBankFields } from '#web/features/money/payments/bank-fields.ts'
import type { BankDebitData, Form } from '../state/checkout-state.ts'

type Props = {
  readonly debit: BankDebitData
  readonly payments: PublicConfiguration
  /** The amount that is charged: the donation, its tip and the covered fee. */
  readonly total: Money
  readonly isBank: boolean
  readonly onChoose: (method: Form['method']) => void
  /** The provider's bank account fields; undefined until they are mounted. */
  readonly fields: RefObject<CardFields | undefined>
}

/**
 * The choice between card and bank account, with the provider's bank account fields. Requires JavaScript, as paying
 * does.
 */
export function PayBy({ debit, isBank, onChoose, ...props }: Props) {
  const say = useDebitText(debit)
  return (
    <div className="stack no-script-hidden">
      <fieldset className="segments">
        <legend className="visually-hidden">{say('debit.legend')}</legend>
        {(['card', 'ach'] as const).map((method) => (
          <label key={method} className="segment">
            <input
              type="radio"
              name="method"
              value={method}
              checked={isBank === (method === 'ach')}
              onChange={() => {
                track('payment-method-selected', { method, frequency: 'once' })
                onChoose(method)
              }}
            />
            <span>{say(method === 'ach' ? 'debit.bank' : 'debit.card')}</span>
          </label>
        ))}
      </fieldset>
      {isBank ? <BankFields debit={debit} {...props} /> : null}
    </div>
  )
}

function BankFields({ debit, payments, total, fields }: Omit<Props, 'isBank' | 'onChoose'>) {
  const t = useText()
  const say = useDebitText(debit)
  const locale = useLocale()
  const frame = useFrame()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')

  useEffect(() => {
    const into = place.current
    if (!into) return
    let isGone = false
    mountBankFields(into, {
      ...payments,
      locale,
      theme: frame?.theme ?? 'auto',
      title: say('debit.frame'),
      failed: t('give.exception'),
      total,
      onReady: () => setState('ready'),
      onFailed: () => setState('failed'),
    })
      .then((mounted) => {
        if (isGone) mounted.destroy()
        else fields.current = mounted
      })
      .catch((error: unknown) => {
        console.error('the bank account fields could not be shown', error)
        setState('failed')
      })
    return () => {
      isGone = true
      fields.current?.destroy()
      fields.current = undefined
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- mounted once, with the first render's settings
  }, [])

  return (
    <>
      <div ref={place} />
      {state === 'loading' ? <p className="quiet small">{say('debit.loading')}</p> : null}
      {state === 'failed' ? <p className="error-text">{t('give.exception')}</p> : null}
      <p className="quiet small">{say('debit.hint')}</p>
      {canCountNextYear(localDate(debit.today)) ? <p className="notice">{say('debit.december')}</p> : null}
    </>
  )
}

/** The debit authorization that the donor accepts by clicking Donate (payments-27). */
export function DebitMandate({ debit, total }: Pick<Props, 'debit' | 'total'>) {
  const say = useDebitText(debit)
  const locale = useLocale()
  const { charity, product, contact, today } = debit
  return (
    <p className="small">
      {debitMandate({ charity, product, contact, amount: total, on: localDate(today) }, locale, say)}
    </p>
  )
}

/** Translates with the texts in the loader data, because most pages don't need them in their catalogue. */
function useDebitText({ texts }: BankDebitData) {
  const locale = useLocale()
  return (key: `debit.${string}`, params: Params = {}) => translate(texts, locale, key, params)
}

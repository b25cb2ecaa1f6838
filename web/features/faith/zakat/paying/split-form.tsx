import { useState } from 'react'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ExactAmountInput } from '#web/ui/exact-amount-input.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { postedExact } from '#web/ui/posted-amount.ts'
import type { ChosenCause } from './posted-split.ts'

type Cause = ChosenCause & { readonly name: string; readonly organization: string }

/** Splits the amount between fundraisers, to pay now or in instalments. Works without JavaScript. */
export function SplitForm({
  causes,
  currency,
  remaining,
  typed,
  errors,
  idempotencyKey,
  isOnPlans,
}: {
  readonly causes: readonly Cause[]
  readonly currency: Currency
  /** Minor units. */
  readonly remaining: string
  readonly typed: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly idempotencyKey: string
  readonly isOnPlans: boolean
}) {
  const t = useText()
  const locale = useLocale()
  const [amounts, setAmounts] = useState(typed)
  const show = (minor: bigint) => `\u2068${formatMoney(money(minor, currency), locale, { fractions: 'always' })}\u2069`
  const sum = causes.reduce((total, { id }) => {
    return total + (postedExact(amounts[`amount-${id}`] ?? '', currency)?.amount ?? 0n)
  }, 0n)
  return (
    <form method="post" className="stack-lg account-form zakat-prose" noValidate>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <fieldset
        className="stack"
        onChange={(event) => {
          const { target } = event.nativeEvent
          if (target instanceof HTMLInputElement) setAmounts((before) => ({ ...before, [target.name]: target.value }))
        }}
      >
        <legend>{t('zakat-pay.split')}</legend>
        {causes.map(({ id, name, organization, currency: own }) => (
          <ExactAmountInput
            key={id}
            id={`amount-${id}`}
            label={`\u2068${name}\u2069`}
            mark={currency}
            hint={own === currency ? organization : t('zakat-pay.converted', { currency: own })}
            error={errors[`amount-${id}`]}
            defaultValue={typed[`amount-${id}`] ?? ''}
          />
        ))}
        <p role="status">{t('zakat-pay.sum', { sum: show(sum), remaining: show(BigInt(remaining)) })}</p>
      </fieldset>
      <div className="button-row">
        <Button name="intent" value="pay">
          {t('zakat-pay.now')}
        </Button>
      </div>
      {isOnPlans ? (
        <section className="stack" aria-labelledby="instalments">
          <h2 id="instalments">{t('zakat-pay.instalments')}</h2>
          <p className="quiet">{t('zakat-pay.instalments-lead')}</p>
          <Select
            id="frequency"
            label={t('zakat-pay.frequency')}
            defaultValue={typed.frequency ?? 'month'}
            error={errors.frequency}
          >
            <option value="week">{t('zakat-pay.week')}</option>
            <option value="month">{t('zakat-pay.month')}</option>
          </Select>
          <TextInput
            id="instalment"
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            maxLength={24}
            label={t('zakat-pay.instalment')}
            mark={currency}
            error={errors.instalment}
            defaultValue={typed.instalment ?? ''}
          />
          <div className="button-row">
            <Button name="intent" value="instalments" look="quiet">
              {t('zakat-pay.start')}
            </Button>
          </div>
        </section>
      ) : null}
    </form>
  )
}

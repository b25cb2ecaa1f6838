import { useSyncExternalStore } from 'react'
import { isLocalDate } from '#shared/calendar.ts'
import { currencies } from '#shared/currencies.ts'
import { useText } from '../../../../lib/text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Select, TextArea, TextInput } from '../../../../ui/field.tsx'

export type TypedPayment = {
  readonly date: string
  readonly amount: string
  readonly currency: string
  readonly note: string
}

const never = () => () => undefined

/** A hidden field with the browser's time zone, which determines today's date; empty without JavaScript. */
export function TimeZoneField() {
  const timeZone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => '',
  )
  return <input type="hidden" name="timeZone" value={timeZone} />
}

/** Adds or edits a payment made elsewhere; a plain form that keeps what was typed. */
export function PaymentForm({
  typed,
  errors,
}: {
  readonly typed: TypedPayment
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  return (
    <form method="post" className="stack account-form" noValidate>
      <TimeZoneField />
      <TextInput
        id="date"
        // A date control can't show an invalid date, so a text field shows it.
        type={typed.date === '' || isLocalDate(typed.date) ? 'date' : 'text'}
        label={t('zakat-account.payment-date')}
        hint={t('zakat-account.payment-date-hint')}
        defaultValue={typed.date}
        error={errors.date}
        dir="ltr"
        required
      />
      <TextInput
        id="amount"
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        label={t('zakat-account.payment-amount')}
        defaultValue={typed.amount}
        error={errors.amount}
        maxLength={60}
        required
      />
      <Select
        id="currency"
        label={t('zakat-account.payment-currency')}
        defaultValue={typed.currency}
        error={errors.currency}
      >
        {currencies.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </Select>
      <TextArea
        id="note"
        label={t('zakat-account.payment-note')}
        hint={t('zakat-account.payment-note-hint')}
        mark={t('shell.optional')}
        defaultValue={typed.note}
        error={errors.note}
        rows={3}
      />
      <Button name="act" value="save">
        {t('zakat-account.save')}
      </Button>
    </form>
  )
}

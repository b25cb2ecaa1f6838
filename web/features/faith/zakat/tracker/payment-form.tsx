import { useSyncExternalStore } from 'react'
import { isLocalDate } from '#shared/calendar.ts'
import { currencies } from '#shared/currencies.ts'
import { text, unlimited } from '#web/kit/fields.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import type { FormView } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select, TextArea, TextInput } from '#web/ui/field.tsx'

/** A payment made elsewhere. */
export const paymentFields = {
  date: unlimited(600),
  amount: text(60),
  currency: unlimited(600),
  note: unlimited(2000),
  timeZone: unlimited(64),
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
export function PaymentForm({ form }: { readonly form: FormView<typeof paymentFields> }) {
  const t = useText()
  const date = form.control('date')
  return (
    <PageForm className="stack account-form" noValidate>
      <TimeZoneField />
      <TextInput
        {...date}
        // A date control can't show an invalid date, so a text field shows it.
        type={date.defaultValue === '' || isLocalDate(date.defaultValue) ? 'date' : 'text'}
        label={t('zakat-account.payment-date')}
        hint={t('zakat-account.payment-date-hint')}
        dir="ltr"
        required
      />
      <TextInput
        {...form.control('amount')}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        label={t('zakat-account.payment-amount')}
        required
      />
      <Select {...form.control('currency')} label={t('zakat-account.payment-currency')}>
        {currencies.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </Select>
      <TextArea
        {...form.control('note')}
        label={t('zakat-account.payment-note')}
        hint={t('zakat-account.payment-note-hint')}
        mark={t('shell.optional')}
        rows={3}
      />
      <Button name="act" value="save">
        {t('zakat-account.save')}
      </Button>
    </PageForm>
  )
}

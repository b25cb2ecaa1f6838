import type { SyntheticEvent } from 'react'
import { currencies } from '#shared/money.ts'
import { writeStored } from '#web/lib/storage.ts'
import { useText } from '#web/lib/text.tsx'
import { Select } from '#web/ui/field.tsx'

/** The display currency; the first option shows each amount in its own currency. */
export function CurrencySelect({ chosen, hint }: { readonly chosen: string; readonly hint?: string }) {
  const t = useText()
  return (
    <Select id="currency" label={t('currencies.choose')} defaultValue={chosen} {...(hint ? { hint } : {})}>
      <option value="">{t('shell.currency-own')}</option>
      {currencies.map((code) => (
        <option key={code}>{code}</option>
      ))}
    </Select>
  )
}

/** Stores the choice in this browser when the form is submitted, for any account (S2 §9). */
export function rememberCurrency(event: SyntheticEvent<HTMLFormElement>): void {
  const chosen = new FormData(event.currentTarget).get('currency')
  writeStored('userPreferredCurrency', typeof chosen === 'string' && chosen !== '' ? chosen : undefined)
}

import type { CardFields } from '#modules/money/payments/rules/card-fields.ts'
import type { BankFieldsAdapter, BankSettings } from '#modules/money/payments/rules/bank-fields.ts'

/** Each provider's bank account fields, loaded on demand. */
const adapters = import.meta.glob<BankFieldsAdapter>('/modules/money/payments/providers/*/bank-fields.ts', {
  import: 'bankFields',
})

export async function mountBankFields(into: HTMLElement, settings: BankSettings): Promise<CardFields> {
  const load = adapters[`/modules/money/payments/providers/${settings.adapter}/bank-fields.ts`]
  if (!load) throw new Error(`there are no bank account fields of ${settings.adapter}`)
  return (await load()).mount(into, settings)
}

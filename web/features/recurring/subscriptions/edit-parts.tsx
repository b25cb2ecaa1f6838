import { type Currency, money, toMajor } from '#shared/money.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ExactAmountInput } from '#web/ui/exact-amount-input.tsx'
import type { SavedCard } from '#web/features/money/cards/card-text.ts'
import type { Plan } from './plan-text.ts'
import type { ZoneChoice } from '#shared/texts/zone-names.ts'

export type EditChoices = {
  readonly cards: readonly SavedCard[]
  readonly zones: readonly ZoneChoice[]
  /** Fundraisers added in this form, and search results. */
  readonly added: readonly { readonly id: string; readonly name: string }[]
  readonly found: readonly { readonly id: string; readonly name: string }[] | null
  readonly q: string
  readonly isPlatformOffered: boolean
}
export function SaveOrKeep({
  plan,
  isSaveHidden = false,
}: {
  readonly plan: Pick<Plan, 'id'>
  readonly isSaveHidden?: boolean
}) {
  const t = useText()
  return (
    <div className="button-row">
      {isSaveHidden ? null : <Button type="submit">{t('managing.save')}</Button>}
      <a className="button button-quiet" href={`/account/giving/${plan.id}#details`}>
        {t('managing.dismiss')}
      </a>
    </div>
  )
}

const major = (minor: number, currency: Currency): string =>
  toMajor(money(BigInt(minor), currency)).replace(/\.0+$/, '')

export function MoneyField({
  id,
  label,
  minor,
  currency,
  error,
  typed,
}: {
  readonly id: string
  readonly label: string
  /** `null` for an empty field, which changes nothing. */
  readonly minor: number | null
  readonly currency: Currency
  readonly error?: string | undefined
  /** A rejected value, as typed. */
  readonly typed?: string | undefined
}) {
  return (
    <ExactAmountInput
      id={id}
      label={label}
      mark={currency}
      error={error}
      defaultValue={typed ?? (minor === null ? '' : major(minor, currency))}
    />
  )
}

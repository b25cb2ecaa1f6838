import { ZakatChoiceLink } from '#web/features/causes/campaigns/zakat-choice-link.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { money } from '#shared/money.ts'
import { impactOf } from '#modules/causes/campaigns/rules/impact.ts'
import { quickAmounts } from '#modules/money/giving/rules/amounts.ts'
import { quantityLimits } from '#modules/money/giving/rules/donation.ts'
import { useText } from '#web/lib/text.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { Checkbox, RadioGroup } from '#web/ui/field.tsx'
import { useMoneyText } from './money-text.ts'
import type { CheckoutChange } from '../state/checkout-reducer.ts'
import type { CheckoutData, Form } from '../state/checkout-state.ts'
import { isForFrequency, chosenLevelOf, donationOf, quantityLabel, wholeUnitsOf } from '../state/checkout-amounts.ts'

/** Loaded only for giving levels, which are the only thing with a quantity. */
const QuantityStepper = lazy(() =>
  import('#web/ui/quantity-stepper.tsx').then((module) => ({ default: module.QuantityStepper })),
)

const QurbaniItem = lazy(() => import('./qurbani-order.tsx').then((module) => ({ default: module.QurbaniItem })))

export type PartProps = {
  readonly form: Form
  readonly checkoutData: CheckoutData
  readonly set: (change: CheckoutChange) => void
  readonly errorOf: (id: string) => string | undefined
}

/** The giving levels with their remaining quantity. Sold-out levels are shown but disabled (S1 §9). */
export function LevelRadios({
  levels,
  currency,
  chosen,
  hint,
  error,
  onChoose,
}: Pick<CheckoutData, 'levels' | 'currency'> & {
  /** Empty if no level is chosen. */
  readonly chosen: string
  readonly hint?: string
  readonly error: string | undefined
  readonly onChoose: (levelId: string) => void
}) {
  const t = useText()
  const show = useMoneyText()
  if (levels.length === 0) return null
  function leftText({ soldOut, remaining, limit }: CheckoutData['levels'][number]): string {
    if (soldOut) return t('give.sold-out')
    return remaining === null ? '' : t('give.left', { count: remaining, limit: limit ?? remaining })
  }
  const noteOf = (level: CheckoutData['levels'][number]) =>
    [level.amount > 0 ? show(money(BigInt(level.amount), currency)) : '', leftText(level)].filter(Boolean).join(' · ')
  return (
    <RadioGroup
      name="level"
      isWide
      legend={t('give.level')}
      hint={hint}
      value={chosen}
      error={error}
      onChoose={onChoose}
      choices={[
        { value: '', label: t(chosen === '' ? 'give.no-level' : 'give.change-level') },
        ...levels.map((level) => ({
          value: level.id,
          label: <bdi>{level.title}</bdi>,
          note: noteOf(level),
          isDisabled: (level.soldOut || level.remaining === 0) && level.id !== chosen,
        })),
      ]}
    />
  )
}

/** The giving level, which sets the amount. Qurbani items can be selected only through their own link. */
export function LevelChoice({ form, checkoutData, set, errorOf }: PartProps) {
  const level = chosenLevelOf(form, checkoutData)
  if (level?.shares)
    return (
      <Suspense fallback={null}>
        <QurbaniItem level={level} currency={checkoutData.currency} />
      </Suspense>
    )
  return (
    <div className="checkout-level">
      <LevelRadios
        levels={checkoutData.levels.filter((level) => !level.shares && isForFrequency(level, form))}
        currency={checkoutData.currency}
        chosen={level?.id ?? ''}
        error={errorOf('level')}
        onChoose={(value) =>
          set({
            field: 'level',
            value,
            currency: checkoutData.currency,
            amount: checkoutData.levels.find(({ id }) => id === value)?.amount ?? 0,
          })
        }
      />
    </div>
  )
}

/** The amount field with three suggestions. Hidden while a level sets the amount. */
export function AmountChoice({ form, checkoutData, set, errorOf }: PartProps) {
  const t = useText()
  const show = useMoneyText()
  const { currency } = checkoutData
  const level = chosenLevelOf(form, checkoutData)
  if (level && level.amount > 0) return null
  return (
    <>
      <div className="checkout-quick">
        <RadioGroup
          name="quick"
          legend={t('give.quick')}
          isLarge
          value={form.amount}
          onChoose={(value) => set({ field: 'amount', value })}
          choices={quickAmounts(currency).map((amount) => ({ value: wholeUnitsOf(amount), label: show(amount) }))}
        />
      </div>
      {/* Without JavaScript, the server compares this previous value to tell whether the suggestion or the field
          changed. */}
      <input type="hidden" name="shown" value={form.amount} />
      <AmountInput
        id="amount"
        label={t('give.other')}
        code={currency}
        value={form.amount}
        onType={(value) => set({ field: 'amount', value })}
        error={errorOf('amount')}
        droppedNotice={t('shell.fraction-dropped')}
      />
      <ImpactNote form={form} checkoutData={checkoutData} />
    </>
  )
}

/** What the amount does, in the organizer's words. */
function ImpactNote({ form, checkoutData }: Pick<PartProps, 'form' | 'checkoutData'>) {
  const show = useMoneyText()
  const { impacts, currency } = checkoutData
  const impact = impacts && impactOf(impacts.list, Number(donationOf(form, checkoutData).amount))
  if (!impact) return null
  return (
    <p className="checkout-impact small" lang={impacts.language} dir="auto" role="status">
      <bdi className="strong">{show(money(BigInt(impact.amount), currency))}</bdi> {impact.text}
    </p>
  )
}

/** The quantity, limited to what is left. */
export function QuantityChoice({ form, checkoutData, set, errorOf }: PartProps) {
  const t = useText()
  const level = chosenLevelOf(form, checkoutData)
  const remaining = level?.remaining ?? quantityLimits.max
  return (
    <Suspense fallback={null}>
      <QuantityStepper
        id="quantity"
        label={t(quantityLabel(level))}
        value={form.quantity}
        min={quantityLimits.min}
        max={Math.max(quantityLimits.min, Math.min(remaining, quantityLimits.max))}
        error={errorOf('quantity')}
        onChange={(value) => set({ field: 'quantity', value })}
        lessLabel={t('shell.decrease')}
        moreLabel={t('shell.increase')}
      />
    </Suspense>
  )
}

/** Whether the donation is zakat and whether the donor covers its fee (S1 §4 "Zakat opt-in"). */
export function ZakatChoice({
  form,
  checkoutData,
  set,
  errorOf,
  maximizeHint,
  notes,
}: PartProps & {
  readonly maximizeHint: string
  /** Who pays the fees of a zakat donation and how much counts as zakat; shown below the choice. */
  readonly notes: ReactNode
}) {
  const t = useText()
  // A donor who ticked zakat while it was offered must be able to untick it.
  if (!checkoutData.zakatVerified && !form.isZakat) return null
  return (
    <div>
      <input type="hidden" name="tipSeen" value={form.isZakat ? 'zakat' : 'other'} />
      <Checkbox
        id="isZakat"
        label={t('give.zakat')}
        checked={form.isZakat}
        onChange={(event) => set({ field: 'isZakat', value: event.target.checked })}
      />
      {errorOf('isZakat') ? <p className="error-text">{errorOf('isZakat')}</p> : null}
      <ZakatChoiceLink fees={checkoutData.zakatFees} campaignId={checkoutData.campaignId} />
      {form.isZakat && checkoutData.zakatVariant === 'maximize' ? (
        <Checkbox
          id="maximizeZakat"
          label={t('give.maximize')}
          hint={maximizeHint}
          checked={form.maximizeZakat}
          onChange={(event) => set({ field: 'maximizeZakat', value: event.target.checked })}
        />
      ) : null}
      {notes}
    </div>
  )
}

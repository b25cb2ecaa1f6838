import { ZakatChoiceLink } from '../../../causes/campaigns/zakat-choice-link.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { money } from '#shared/money.ts'
import { quickAmounts } from '#modules/money/giving/rules/amounts.ts'
import { quantityLimits } from '#modules/money/giving/rules/donation.ts'
import { useText } from '../../../../lib/text.tsx'
import { AmountInput } from '../../../../ui/amount-input.tsx'
import { Checkbox, RadioGroup } from '../../../../ui/field.tsx'
import { useMoneyText } from './money-text.ts'
import type { Change } from '../state/checkout-reducer.ts'
import type { CheckoutData, Form } from '../state/checkout-state.ts'
import { isForFrequency, levelOf, quantityLabel, wholeOf } from '../state/checkout-amounts.ts'

/** Only levels are given several times over. */
const QuantityStepper = lazy(() =>
  import('../../../../ui/quantity-stepper.tsx').then((module) => ({ default: module.QuantityStepper })),
)

const QurbaniItem = lazy(() => import('./qurbani-order.tsx').then((module) => ({ default: module.QurbaniItem })))

export type PartProps = {
  readonly form: Form
  readonly checkoutData: CheckoutData
  readonly set: (change: Change) => void
  readonly errorOf: (id: string) => string | undefined
}

/** What comes with an amount: how many are left; what is sold out can be seen and not chosen (S1 §9). */
export function LevelRadios({
  levels,
  currency,
  chosen,
  hint,
  error,
  onChoose,
}: Pick<CheckoutData, 'levels' | 'currency'> & {
  /** Empty: none. */
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

/** The level of a single gift, which sets its amount. A Qurbani item is chosen by its link alone. */
export function LevelChoice({ form, checkoutData, set, errorOf }: PartProps) {
  const level = levelOf(form, checkoutData)
  if (level?.shares)
    return (
      <Suspense fallback={null}>
        <QurbaniItem level={level} currency={checkoutData.currency} />
      </Suspense>
    )
  return (
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
  )
}

/** The typed amount, or one of three; gone while a level says it. */
export function AmountChoice({ form, checkoutData, set, errorOf }: PartProps) {
  const t = useText()
  const show = useMoneyText()
  const { currency } = checkoutData
  const level = levelOf(form, checkoutData)
  if (level && level.amount > 0) return null
  return (
    <>
      <RadioGroup
        name="quick"
        legend={t('give.quick')}
        isLarge
        value={form.amount}
        onChoose={(value) => set({ field: 'amount', value })}
        choices={quickAmounts(currency).map((amount) => ({ value: wholeOf(amount), label: show(amount) }))}
      />
      {/* Without scripts: by what stood here, the server tells which of the two was changed. */}
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
    </>
  )
}

/** How many: not more than are left. */
export function QuantityChoice({ form, checkoutData, set, errorOf }: PartProps) {
  const t = useText()
  const level = levelOf(form, checkoutData)
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

/** Whether it counts as zakat and, where that is offered, all of it (S1 §4 "Zakat opt-in"). */
export function ZakatChoice({
  form,
  checkoutData,
  set,
  errorOf,
  maximizeHint,
  notes,
}: PartProps & {
  readonly maximizeHint: string
  /** Who pays the fees of zakat and what counts, under the choice. */
  readonly notes: ReactNode
}) {
  const t = useText()
  // What was chosen while it was offered can be taken back.
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

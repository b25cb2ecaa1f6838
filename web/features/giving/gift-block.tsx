import { formatMoney, money, type Money } from '#shared/money.ts'
import { quickAmounts } from '#modules/giving/rules/amounts.ts'
import { useLocale, useText } from '../../lib/text.tsx'
import { AmountInput } from '../../ui/amount-input.tsx'
import { Checkbox, RadioGroup } from '../../ui/field.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { type Change, type CheckoutFacts, type Form, giftOf, levelOf, quoteOf, tipOfForm, wholeOf } from './checkout-state.ts'
import { TipBlock } from './tip-block.tsx'

type Props = {
  readonly form: Form
  readonly facts: CheckoutFacts
  readonly set: (change: Change) => void
  readonly errorOf: (id: string) => string | undefined
  readonly isTipConfirmed: boolean
  readonly onConfirmTip: () => void
}

const isolate = (text: string): string => `\u2068${text}\u2069`

/** How much, for which level, as zakat or not, and what is added for the platform. */
export function GiftBlock({ form, facts, set, errorOf, isTipConfirmed, onConfirmTip }: Props) {
  const t = useText()
  const locale = useLocale()
  const show = (amount: Money, fractions: 'auto' | 'always' = 'auto') => isolate(formatMoney(amount, locale, { fractions }))
  const { currency } = facts
  const level = levelOf(form, facts)
  const symbol = formatMoney(money(0n, currency), 'en', { fractions: 'auto' }).replace(/[\d.,\s]/g, '')
  const quick = quickAmounts(currency)
  const quote = quoteOf(form, facts)
  const covered = quoteOf({ ...form, isZakat: true, maximizeZakat: true }, facts)
  const plain = quoteOf({ ...form, isZakat: true, maximizeZakat: false }, facts)
  return (
    <section className="stack" aria-labelledby="your-gift">
      <h2 id="your-gift">{t('give.your-gift')}</h2>
      {facts.levels.length > 0 ? (
        <RadioGroup
          name="level"
          isWide
          legend={t('give.level')}
          value={form.levelId}
          error={errorOf('level')}
          onChoose={(value) => set({ field: 'level', value, currency })}
          choices={[
            { value: '', label: t(form.levelId === '' ? 'give.no-level' : 'give.change-level') },
            ...facts.levels
              .filter((each) => !each.soldOut)
              .map((each) => ({
                value: each.id,
                label: <bdi>{each.title}</bdi>,
                note: `${show(money(BigInt(each.amount), currency))}${each.remaining !== null ? ` · ${t('give.left', { count: each.remaining })}` : ''}`,
              })),
          ]}
        />
      ) : null}
      {level ? (
        <QuantityStepper
          id="quantity"
          label={t('give.quantity')}
          value={form.quantity}
          min={1}
          max={level.remaining ?? 99}
          onChange={(value) => set({ field: 'quantity', value })}
          lessLabel={t('shell.decrease')}
          moreLabel={t('shell.increase')}
        />
      ) : (
        <>
          <RadioGroup
            name="quick"
            legend={t('give.quick')}
            isLarge
            value={quick.map(wholeOf).includes(form.amount) ? form.amount : undefined}
            onChoose={(value) => set({ field: 'amount', value })}
            choices={quick.map((amount) => ({ value: wholeOf(amount), label: show(amount) }))}
          />
          <AmountInput
            id="amount"
            label={t('give.other')}
            symbol={symbol}
            code={currency}
            value={form.amount}
            onType={(value) => set({ field: 'amount', value })}
            error={errorOf('amount')}
            droppedNotice={t('shell.fraction-dropped')}
          />
        </>
      )}
      {facts.zakatVerified ? (
        <div>
          <Checkbox id="isZakat" label={t('give.zakat')} checked={form.isZakat} onChange={(event) => set({ field: 'isZakat', value: event.target.checked })} />
          {form.isZakat && facts.zakatVariant === 'maximize' ? (
            <Checkbox
              id="maximizeZakat"
              label={t('give.maximize')}
              hint={t('give.maximize-hint', {
                fee: show(covered.coveredFee, 'always'),
                gift: show(quote.gift, 'always'),
                eligible: show(plain.zakatEligible, 'always'),
              })}
              checked={form.maximizeZakat}
              onChange={(event) => set({ field: 'maximizeZakat', value: event.target.checked })}
            />
          ) : null}
        </div>
      ) : null}
      {facts.tipsEnabled ? (
        <TipBlock
          gift={giftOf(form, facts)}
          tip={tipOfForm(form, facts)}
          choice={form.tipChoice}
          typed={form.tipTyped}
          onChoose={(value) => set({ field: 'tipChoice', value })}
          onType={(value) => set({ field: 'tipTyped', value })}
          error={errorOf('tipChoice') ?? errorOf('tip')}
          isConfirmed={isTipConfirmed}
          onConfirm={onConfirmTip}
        />
      ) : null}
    </section>
  )
}

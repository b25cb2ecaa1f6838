import { tipOf } from '#modules/giving/rules/tip.ts'
import { useText } from '../../lib/text.tsx'
import { AmountInput } from '../../ui/amount-input.tsx'
import { Checkbox, RadioGroup } from '../../ui/field.tsx'
import { giftOf, levelOf, quoteOf, type TipChoice, tipOfForm } from './checkout-state.ts'
import { AmountChoice, LevelChoice, type PartProps, QuantityChoice, symbolOf, useMoneyText, ZakatChoice } from './gift-parts.tsx'

type Props = PartProps & { readonly isTipConfirmed: boolean; readonly onConfirmTip: () => void }

/** How much, for which level, as zakat or not, and what is added for the platform. */
export function GiftBlock({ isTipConfirmed, onConfirmTip, ...part }: Props) {
  const t = useText()
  const show = useMoneyText()
  const { form, facts, set, errorOf } = part
  const { currency } = facts
  const quote = quoteOf(form, facts)
  const covered = quoteOf({ ...form, isZakat: true, maximizeZakat: true }, facts)
  const plain = quoteOf({ ...form, isZakat: true, maximizeZakat: false }, facts)
  const tip = tipOfForm(form, facts)
  const tipNote = (percent: number) => (giftOf(form, facts).amount > 0n ? show(tipOf(giftOf(form, facts), percent), 'always') : undefined)
  return (
    <section className="stack" aria-labelledby="your-gift">
      <h2 id="your-gift">{t('give.your-gift')}</h2>
      <LevelChoice {...part} />
      <AmountChoice {...part} />
      {levelOf(form, facts) ? <QuantityChoice {...part} /> : null}
      <ZakatChoice
        {...part}
        maximizeHint={t('give.maximize-hint', {
          fee: show(covered.coveredFee, 'always'),
          gift: show(quote.gift, 'always'),
          eligible: show(plain.zakatEligible, 'always'),
        })}
      />
      {facts.tipsEnabled ? (
        <>
          <RadioGroup
            name="tipChoice"
            legend={t('give.tip')}
            hint={t('give.tip-hint')}
            value={form.tipChoice === '' ? undefined : form.tipChoice}
            error={errorOf('tipChoice') ?? errorOf('tip')}
            onChoose={(value) => set({ field: 'tipChoice', value: value as TipChoice })}
            choices={[
              { value: '0', label: t('give.no-tip') },
              ...(['5', '10', '16'] as const).map((percent) => ({ value: percent, label: `${percent} %`, note: tipNote(Number(percent)) })),
              { value: 'other', label: t('give.tip-other') },
            ]}
          />
          {form.tipChoice === 'other' ? (
            <AmountInput
              id="tipTyped"
              label={t('give.tip-amount')}
              symbol={symbolOf(currency)}
              code={currency}
              value={form.tipTyped}
              onType={(value) => set({ field: 'tipTyped', value })}
              droppedNotice={t('shell.fraction-dropped')}
            />
          ) : null}
          {tip.amount > quote.gift.amount && tip.amount > 0n ? (
            <div className="notice stack" id="tip-large" tabIndex={-1}>
              <Checkbox id="tipConfirmed" label={t('give.tip-large-yes')} hint={t('give.tip-large')} checked={isTipConfirmed} onChange={onConfirmTip} />
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  )
}

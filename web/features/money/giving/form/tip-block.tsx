import { type CSSProperties, useState } from 'react'
import { formatMoney, type Money } from '#shared/money.ts'
import { type TipChoice, tipOf, tipPercents } from '#modules/money/giving/rules/fees/tip.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { Checkbox, RadioGroup } from '#web/ui/field.tsx'

/**
 * Returns whether the donor confirmed a tip larger than the donation, and a function that toggles it. A confirmation
 * applies to one tip and donation amount only.
 */
export function useTipConfirmed(tip: bigint, gift: bigint): [isConfirmed: boolean, onConfirm: () => void] {
  const [confirmed, setConfirmed] = useState('')
  const requestText = `${tip}/${gift}`
  return [confirmed === requestText, () => setConfirmed(confirmed === requestText ? '' : requestText)]
}

/** The tip for the platform: "No tip" first and equally large, a percentage of the donation, or a custom amount. */
export function TipBlock({
  gift,
  tip,
  choice,
  typed,
  onChoose,
  onType,
  error,
  typedError,
  isConfirmed,
  onConfirm,
}: {
  /** The donation that percentages refer to. */
  readonly gift: Money
  readonly tip: Money
  readonly choice: TipChoice
  /** Whole major units. */
  readonly typed: string
  readonly onChoose: (choice: TipChoice) => void
  readonly onType: (typed: string) => void
  readonly error: string | undefined
  readonly typedError: string | undefined
  /** Whether the donor confirmed a tip larger than the donation, which is usually a mistake. */
  readonly isConfirmed: boolean
  readonly onConfirm: () => void
}) {
  const t = useText()
  const locale = useLocale()
  const noteOf = (percent: number) =>
    gift.amount > 0n ? `\u2068${formatMoney(tipOf(gift, percent), locale, { fractions: 'always' })}\u2069` : undefined
  return (
    <>
      {/* The longest label decides how many options fit in a row, so that no option sits alone in the last row. */}
      <div style={{ '--note': noteOf(16)?.length } as CSSProperties}>
        <RadioGroup
          name="tipChoice"
          legend={t('give.tip')}
          hint={t('give.tip-hint')}
          value={choice}
          error={error}
          onChoose={(value) => onChoose(value as TipChoice)}
          choices={[
            ...tipPercents.map((percent) =>
              percent === '0'
                ? { value: percent, label: t('give.no-tip') }
                : { value: percent, label: `${percent}%`, note: noteOf(Number(percent)) },
            ),
            { value: 'other', label: t('give.tip-other') },
          ]}
        />
      </div>
      {choice === 'other' ? (
        <AmountInput
          id="tipTyped"
          label={t('give.tip-amount')}
          code={gift.currency}
          value={typed}
          onType={onType}
          error={typedError}
          droppedNotice={t('shell.fraction-dropped')}
        />
      ) : null}
      {tip.amount > gift.amount ? (
        <div className="notice stack" id="tip-large" tabIndex={-1}>
          <Checkbox
            id="tipConfirmed"
            label={t('give.tip-large-yes')}
            hint={t('give.tip-large')}
            checked={isConfirmed}
            onChange={onConfirm}
          />
        </div>
      ) : null}
    </>
  )
}

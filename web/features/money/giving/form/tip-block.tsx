import { type CSSProperties, useState } from 'react'
import { formatMoney, type Money } from '#shared/money.ts'
import { type TipChoice, tipOf, tipPercents } from '#modules/money/giving/rules/fees/tip.ts'
import { useLocale, useText } from '../../../../lib/text.tsx'
import { AmountInput } from '../../../../ui/amount-input.tsx'
import { Checkbox, RadioGroup } from '../../../../ui/field.tsx'

/**
 * Whether the donor said that a tip above their gift is meant, and how to say so; of another gift or tip it is asked
 * again.
 */
export function useTipConfirmed(tip: bigint, gift: bigint): [isConfirmed: boolean, onConfirm: () => void] {
  const [confirmed, setConfirmed] = useState('')
  const requestText = `${tip}/${gift}`
  return [confirmed === requestText, () => setConfirmed(confirmed === requestText ? '' : requestText)]
}

/** What is added for the platform: "No tip" first and as large as the rest, a share of the gift, or a typed amount. */
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
  /** What the shares are of. */
  readonly gift: Money
  readonly tip: Money
  readonly choice: TipChoice
  /** Whole major units. */
  readonly typed: string
  readonly onChoose: (choice: TipChoice) => void
  readonly onType: (typed: string) => void
  readonly error: string | undefined
  readonly typedError: string | undefined
  /** A tip above the gift is rarely meant: the donor said that it is. */
  readonly isConfirmed: boolean
  readonly onConfirm: () => void
}) {
  const t = useText()
  const locale = useLocale()
  const noteOf = (percent: number) =>
    gift.amount > 0n ? `\u2068${formatMoney(tipOf(gift, percent), locale, { fractions: 'always' })}\u2069` : undefined
  return (
    <>
      {/* As many stand in a line as the longest amount lets, and none has a line to itself unless all have. */}
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
                : { value: percent, label: `${percent} %`, note: noteOf(Number(percent)) },
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

import { type Currency, formatMoney, money } from '#shared/money.ts'
import { withQuery } from '#shared/pages/with-query.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Checkbox, TextInput } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { ChosenCause } from './posted-split.ts'

/** A fundraiser to choose; amounts in minor units of its currency. */
export type ZakatCause = ChosenCause & {
  readonly name: string
  readonly language: string
  readonly organization: string
  readonly imageUrl: string | null
  readonly raised: number
  readonly goal: number | null
  readonly percent: number
}

/** A fundraiser as a card to tick, and the amount for it, which is shown only while it is ticked. */
export function CauseChoice({
  cause: { id, name, language, organization, imageUrl, raised, goal, percent, currency: own },
  currency,
  isChosen,
  amount,
  isFilled,
  error,
  onChoose,
  onType,
}: {
  readonly cause: ZakatCause
  /** The currency of the zakat. */
  readonly currency: Currency
  readonly isChosen: boolean
  readonly amount: string
  /** Whether the amount is this fundraiser's equal share and not typed by the donor. */
  readonly isFilled: boolean
  readonly error: string | undefined
  readonly onChoose: (isChosen: boolean) => void
  readonly onType: (typed: string) => void
}) {
  const t = useText()
  const locale = useLocale()
  const show = (minor: number) => `\u2068${formatMoney(money(BigInt(minor), own), locale)}\u2069`
  return (
    <li className="zakat-cause card">
      {imageUrl ? (
        <img src={withQuery(imageUrl, { w: '480' })} alt="" width="480" height="270" loading="lazy" />
      ) : (
        <div className="no-picture" />
      )}
      <div className="zakat-cause-text">
        <Checkbox
          id={`cause-${id}`}
          name="cause"
          value={id}
          label={
            <bdi lang={language} className="strong">
              {name}
            </bdi>
          }
          hint={own === currency ? <bdi>{organization}</bdi> : `\u2068${organization}\u2069 · ${own}`}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        {goal === null ? null : <Progress percent={percent} />}
        <p className="small quiet num">
          {goal === null
            ? t('card.raised', { raised: show(raised) })
            : t('card.raised-of', { raised: show(raised), goal: show(goal) })}
        </p>
        <div className="zakat-cause-amount">
          <input type="hidden" name={`filled-${id}`} value={isFilled ? amount : ''} />
          <TextInput
            id={`amount-${id}`}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            label={
              <>
                {t('zakat-pay.amount', { currency })}
                <span className="visually-hidden"> {name}</span>
              </>
            }
            hint={own === currency ? undefined : t('zakat-pay.converted', { currency: own })}
            error={error}
            value={amount}
            onChange={({ target }) => onType(target.value)}
          />
        </div>
      </div>
    </li>
  )
}

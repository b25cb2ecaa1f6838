import { impactsMax, impactTextMax } from '#modules/causes/campaigns/rules/impact.ts'
import type { TypedImpact } from '#modules/organizers/fundraising/rules/typed-impacts.ts'
import { useText } from '#web/lib/text.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Currency } from '#shared/money.ts'
import type { Content } from './use-autosave.ts'

type Props = {
  readonly content: Content
  readonly change: (changed: Partial<Content>) => void
  readonly wrong: Readonly<Record<string, string>>
  readonly currency: Currency
}

/** Up to three amounts with what each does, which the donation form shows beside the amount (content-41). */
export function ImpactFields({ content, change, wrong, currency }: Props) {
  const t = useText()
  const rows = Array.from({ length: impactsMax }, (_, index) => content.impacts[index] ?? { amount: '', text: '' })
  const changeAt = (index: number, changed: Partial<TypedImpact>) =>
    change({ impacts: rows.map((row, place) => (place === index ? { ...row, ...changed } : row)) })
  return (
    <fieldset className="group stack" id="impacts" tabIndex={-1}>
      <legend>{t('fundraising.impacts')}</legend>
      <p className="hint">{t('fundraising.impacts-hint')}</p>
      {wrong.impacts ? (
        <p className="error" role="alert">
          {wrong.impacts}
        </p>
      ) : null}
      {rows.map((row, index) => {
        const number = index + 1
        return (
          <div className="columns" key={number}>
            <AmountInput
              id={`impactAmount-${number}`}
              label={t('fundraising.impact-amount', { number })}
              value={row.amount}
              code={currency}
              onType={(text) => changeAt(index, { amount: text === '0' ? '' : text })}
              droppedNotice={t('shell.fraction-dropped')}
            />
            <TextInput
              id={`impactText-${number}`}
              label={t('fundraising.impact-text', { number })}
              mark={t('shell.optional')}
              maxLength={impactTextMax}
              lang={content.language}
              dir="auto"
              value={row.text}
              onChange={(event) => changeAt(index, { text: event.target.value })}
            />
          </div>
        )
      })}
    </fieldset>
  )
}

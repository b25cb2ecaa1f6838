import { useText } from '#web/lib/text.tsx'
import { BrandIcon } from '#web/features/money/cards/brand-icon.tsx'
import { cardName, formatExpiry, type SavedCard } from '#web/features/money/cards/card-text.ts'
import type { Plan } from './plan-text.ts'

/** Choice between the account's cards and the plan's own card. */
export function CardField({
  cards,
  current,
  error,
}: {
  readonly cards: readonly SavedCard[]
  readonly current: Plan['card']
  readonly error: string | undefined
}) {
  const t = useText()
  // A plan that started without an account has its own card.
  const own = current && !cards.some(({ id }) => id === current.id) ? current : null
  if (cards.length === 0 && !own) return <p>{t('managing.card-none')}</p>
  return (
    <fieldset className="group saved-card-options" id="cardId" tabIndex={-1}>
      <legend>{t('managing.card')}</legend>
      {error ? <p className="error">{error}</p> : null}
      {own ? (
        <label className="option-card saved-card-option">
          <input type="radio" name="cardId" value={own.id} defaultChecked />
          <BrandIcon brand={own.brand} />
          <span className="saved-card-option-text">
            <span className="strong">{cardName(t, own)}</span>
            <span className="quiet small">{t('managing.card-of-plan')}</span>
          </span>
        </label>
      ) : null}
      {cards.map((card) => (
        <label key={card.id} className="option-card saved-card-option">
          <input type="radio" name="cardId" value={card.id} defaultChecked={current?.id === card.id} />
          <BrandIcon brand={card.brand} />
          <span className="saved-card-option-text">
            <span className="strong">{cardName(t, card)}</span>
            <span className={card.expiry === 'valid' ? 'quiet small' : 'saved-card-warning'}>
              {formatExpiry(t, card)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

import { useEffect, useRef } from 'react'
import { useText } from '#web/lib/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { BrandIcon } from './brand-icon.tsx'
import { cardName, formatExpiry, defaultCardChoice, type SavedCard } from './card-text.ts'

/** The choice between saved cards and a new one. The provider decides whether an expired card still works. */
export function CardChoice({
  cards,
  chosen,
  onChoose,
}: {
  readonly cards: readonly SavedCard[]
  /** The id of a saved card; empty for a new one. */
  readonly chosen: string
  readonly onChoose: (id: string) => void
}) {
  const t = useText()
  const options = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // This component hydrates after the page, so a choice may have been made already. Otherwise the shown choice
    // applies.
    const radios = [...(options.current?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    const shown = radios.find((radio) => radio.checked)?.value
    if (shown === undefined || shown === chosen) return
    if (shown !== defaultCardChoice(cards)) onChoose(shown)
    else for (const radio of radios) radio.checked = radio.value === chosen
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when this component hydrates
  }, [])
  return (
    <fieldset ref={options} className="group saved-card-options">
      <legend>{t('cards.choose')}</legend>
      {cards.map((card) => (
        <label key={card.id} className="option-card saved-card-option">
          <input
            type="radio"
            name="cardId"
            value={card.id}
            checked={chosen === card.id}
            onChange={() => onChoose(card.id)}
          />
          <BrandIcon brand={card.brand} />
          <span className="saved-card-option-text">
            <span className="strong">{cardName(t, card)}</span>
            <span className={card.expiry === 'valid' ? 'quiet small' : 'saved-card-warning'}>
              {formatExpiry(t, card)}
            </span>
          </span>
          {card.isDefault ? <Badge look="brand">{t('cards.default')}</Badge> : null}
        </label>
      ))}
      <label className="option-card saved-card-option">
        <input type="radio" name="cardId" value="" checked={chosen === ''} onChange={() => onChoose('')} />
        <BrandIcon brand="" />
        <span className="strong">{t('cards.another')}</span>
      </label>
    </fieldset>
  )
}

/** The checkbox that saves the new card, with the mandate. */
export function SaveCardCheckbox({
  mandate,
  checked,
  onChange,
}: {
  readonly mandate: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  const t = useText()
  return (
    <Checkbox
      id="saveCard"
      label={t('cards.keep')}
      hint={mandate}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

import { one } from '#shared/collections.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type Currency, exponentOf, formatMoney, money } from '#shared/money.ts'
import { isRightToLeft } from '#shared/text.ts'
import { useIsHydrated } from '#web/features/platform/addresses/address-fields.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { amountOfNight, chosenNights, type NightData, stepInGrid } from './nights.ts'
import type { PlanForm } from '../wizard/plan-form.ts'

/** Five columns, so that the last ten nights and the ten days fill whole rows. */
const columns = 5

export type NightsProps = {
  readonly nights: readonly NightData[]
  readonly planForm: PlanForm
  readonly onToggle: (number: number, isOn: boolean) => void
  /** Whether these are days of Dhul Hijjah. */
  readonly areDays: boolean
}

/** Returns a formatter for whole major units in a cell of the grid. */
export function useWholeText(currency: Currency): (whole: bigint) => string {
  const locale = useLocale()
  return (whole) =>
    formatMoney(money(whole * 10n ** BigInt(exponentOf(currency)), currency), locale, { fractions: 'auto' })
}

export const Star = () => (
  <svg
    className="night-star"
    width="16"
    height="16"
    viewBox="0 0 20 20"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    <path
      d="M10 1.5l2.1 4.9 4.9-2.1-2.1 4.9 4.9 2.1-4.9 2.1 2.1 4.9-4.9-2.1L10 21l-2.1-4.9L3 18.2l2.1-4.9L.2 11.2l4.9-2.1L3 4.2l4.9 2.1z"
      transform="scale(.9) translate(1 -.3)"
    />
  </svg>
)

/** Returns the labels beside a night's number and day. */
export function useNightMarks(): (night: NightData) => string[] {
  const t = useText()
  return (night) => [
    ...(night.isArafah ? [t('wizard.arafah')] : []),
    ...(night.isPast ? [t('wizard.past')] : []),
    ...(night.isMaybe ? [t('wizard.maybe')] : []),
  ]
}

/** Checkbox grid of nights, navigated with the arrow keys; a single Tab stop after hydration. */
export function NightGrid({ nights, planForm, onToggle, areDays }: NightsProps) {
  const t = useText()
  const locale = useLocale()
  const marksOf = useNightMarks()
  const show = useWholeText(planForm.currency)
  const isAlive = useIsHydrated()
  const grid = useRef<HTMLDivElement>(null)
  const chosen = chosenNights(nights, planForm)
  const [indexAt, setAt] = useState(() =>
    Math.max(
      0,
      nights.findIndex(({ isPast }) => !isPast),
    ),
  )
  const rows = Array.from({ length: Math.ceil(nights.length / columns) }, (_, row) =>
    nights.slice(row * columns, (row + 1) * columns),
  )

  function move(event: KeyboardEvent) {
    const next = stepInGrid(event.key, indexAt, { count: nights.length, columns, isRtl: isRightToLeft(locale) })
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    grid.current?.querySelectorAll('input')[next]?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the boxes in it have the focus
    <div
      ref={grid}
      role="grid"
      className="night-grid"
      aria-labelledby="nights-title"
      aria-describedby="grid-hint"
      onKeyDown={move}
    >
      {rows.map((row) => (
        <div key={one(row).number} role="row" className="night-row">
          {row.map((night) => {
            const index = night.number - 1
            const isChosen = chosen.includes(night.number)
            const isStarred = !areDays && night.isOdd
            return (
              <div key={night.number} role="gridcell" className="night-cell">
                <label className="night" data-chosen={isChosen || undefined} data-past={night.isPast || undefined}>
                  <input
                    type="checkbox"
                    name="night"
                    value={night.number}
                    checked={isChosen}
                    aria-disabled={night.isPast || undefined}
                    tabIndex={isAlive && index !== indexAt ? -1 : 0}
                    onFocus={() => setAt(index)}
                    onChange={(event) => (night.isPast ? undefined : onToggle(night.number, event.target.checked))}
                  />
                  <span className="night-top">
                    <span className="night-number num">
                      <span className="visually-hidden">{t(areDays ? 'wizard.day-word' : 'wizard.night-word')} </span>
                      {night.number}
                    </span>
                    {isStarred || night.isArafah ? (
                      <span className="night-odd">
                        <Star />
                        {isStarred ? ` ${t('wizard.odd')}` : ''}
                      </span>
                    ) : null}
                  </span>
                  <span>{areDays ? night.day : t('wizard.eve-of', { day: `\u2068${night.day}\u2069` })}</span>
                  {marksOf(night).map((mark) => (
                    <span key={mark} className="night-mark">
                      {mark}
                    </span>
                  ))}
                  <span className="night-amount num">
                    {isChosen ? <bdi>{show(amountOfNight(night.number, planForm))}</bdi> : '\u00A0'}
                  </span>
                </label>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

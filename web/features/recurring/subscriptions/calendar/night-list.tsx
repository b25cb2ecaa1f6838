import { useText } from '#web/lib/text.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { type NightsProps, Star, useNightMarks, useWholeText } from './night-grid.tsx'
import { amountOfNight, chosenNights } from './nights.ts'

type Props = NightsProps & {
  readonly onType: (number: number, amount: string) => void
  readonly errors: Readonly<Record<string, string>>
}

/** The nights as a table, which can be printed and has a field for each night's amount. */
export function NightList({ nights, planForm, onToggle, onType, areDays, errors }: Props) {
  const t = useText()
  const show = useWholeText(planForm.currency)
  const marksOf = useNightMarks()
  const chosen = chosenNights(nights, planForm)
  const nameOf = (number: number) => t(areDays ? 'wizard.day' : 'wizard.night', { number: String(number) })
  return (
    <table className="night-list" aria-labelledby="nights-title">
      <thead>
        <tr>
          <th scope="col">{t(areDays ? 'wizard.day-word' : 'wizard.night-word')}</th>
          <th scope="col">{t('wizard.list-when')}</th>
          <th scope="col">{t('wizard.list-amount')}</th>
        </tr>
      </thead>
      <tbody>
        {nights.map((night) => {
          const isChosen = chosen.includes(night.number)
          return (
            <tr key={night.number} data-chosen={isChosen || undefined}>
              <th scope="row">
                <label className="check">
                  <input
                    type="checkbox"
                    name="night"
                    value={night.number}
                    checked={isChosen}
                    disabled={night.isPast}
                    onChange={(event) => onToggle(night.number, event.target.checked)}
                  />
                  {nameOf(night.number)}
                  {areDays ? null : (
                    <span className="quiet small night-list-eve">
                      {' '}
                      · {t('wizard.eve-of', { day: `\u2068${night.day}\u2069` })}
                    </span>
                  )}
                  <span className="night-list-marks">
                    {!areDays && night.isOdd ? (
                      <Badge look="accent">
                        <Star /> {t('wizard.odd')}
                      </Badge>
                    ) : null}
                    {marksOf(night).map((mark) => (
                      <Badge key={mark}>{mark}</Badge>
                    ))}
                  </span>
                </label>
              </th>
              <td>
                {night.charged}
                <span className="quiet small night-list-hijri">{night.hijri}</span>
              </td>
              <td>
                {planForm.spread === 'own' && !night.isPast ? (
                  <AmountInput
                    id={`a${night.number}`}
                    label={
                      <span className="visually-hidden">
                        {t('wizard.list-amount-of', { night: nameOf(night.number), currency: planForm.currency })}
                      </span>
                    }
                    code={planForm.currency}
                    value={planForm.refused[`a${night.number}`] ?? String(amountOfNight(night.number, planForm))}
                    onType={(amount) => onType(night.number, amount)}
                    error={errors[`a${night.number}`]}
                    droppedNotice={t('shell.fraction-dropped')}
                  />
                ) : (
                  <NightAmount text={isChosen ? show(amountOfNight(night.number, planForm)) : undefined} />
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The formatted amount of a night; undefined: the night is not chosen. */
const NightAmount = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? <span className="quiet">–</span> : <bdi className="num">{text}</bdi>

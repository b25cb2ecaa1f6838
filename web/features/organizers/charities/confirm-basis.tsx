import { Fragment, useEffect, useRef } from 'react'
import { confirmedField } from '#web/features/organizers/fundraising/country-defaults.ts'
import { useText } from '#web/lib/text.tsx'

type Choices = readonly { readonly code: string; readonly name: string }[]

/**
 * Asks again before a charity is created with a country, time zone and currency that never change. Its button sends the
 * page's form; anything else chosen in the form is asked about again.
 */
export function ConfirmBasis({
  token,
  form,
  choices,
  texts,
}: {
  /** What is confirmed, from `unconfirmedBasis`. */
  readonly token: string
  /** The id of the page's form. */
  readonly form: string
  readonly choices: { readonly countries: Choices; readonly currencies: Choices }
  readonly texts: 'own-charity' | 'charities'
}) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [country = '', zone = '', currency = ''] = token.split(' ')
  const values = [
    ['country', nameIn(choices.countries, country)],
    ['zone', zone.replaceAll('_', ' ')],
    ['currency', `${currency} · ${nameIn(choices.currencies, currency)}`],
  ] as const
  return (
    <section className="notice stack" aria-labelledby="confirm-basis">
      <h2 id="confirm-basis" tabIndex={-1} ref={heading}>
        {t(`${texts}.confirm-title`)}
      </h2>
      <p>{t(`${texts}.confirm-text`)}</p>
      <dl className="lines">
        {values.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{t(`${texts}.${name}`)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
      <div>
        <button className="button button-primary" form={form} name={confirmedField} value={token}>
          {t(`${texts}.confirm-create`)}
        </button>
      </div>
    </section>
  )
}

const nameIn = (choices: Choices, code: string): string => choices.find((choice) => choice.code === code)?.name ?? code

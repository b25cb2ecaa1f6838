import { type ComponentType, useState } from 'react'
import { type Filters, toggled } from '#modules/causes/discovery/rules/filters.ts'
import { useText } from '#web/lib/text.tsx'
import { discoverAddress } from './addresses.ts'
import type { CountryMapProps } from './country-map.tsx'
import { type ShownChoices, useNames } from './names.ts'

/** Country selection. The list is the main control; the map, loaded when expanded, is an alternative for pointers. */
export function CountryChoice({ filters, choices }: { readonly filters: Filters; readonly choices: ShownChoices }) {
  const t = useText()
  const { country } = useNames(choices)
  const [isOpen, setOpen] = useState(false)
  const [Map, setMap] = useState<ComponentType<CountryMapProps>>()
  const [isMissing, setMissing] = useState(false)
  if (choices.countries.length === 0) return null
  function unfold(open: boolean) {
    setOpen(open)
    if (!open || Map || isMissing) return
    import('./country-map.tsx').then(
      (module) => setMap(() => module.CountryMap),
      // The list has all the map's options.
      () => setMissing(true),
    )
  }
  return (
    <details className="country-map" id="countries" onToggle={(event) => unfold(event.currentTarget.open)}>
      <summary>{t('discover.map')}</summary>
      <p className="quiet small">{t('discover.map-hint')}</p>
      <div className="country-map-in">
        <ul className="country-map-list">
          {choices.countries.map(({ code, count }) => {
            const isOn = filters.countries.includes(code)
            return (
              <li key={code}>
                <a
                  href={discoverAddress(toggled(filters, 'countries', code))}
                  data-on={isOn}
                  aria-label={t('discover.country-count', { country: country(code), count })}
                >
                  <bdi>{country(code)}</bdi> <span className="num quiet">{count}</span>
                  {isOn ? <span className="visually-hidden"> ({t('discover.applied-now')})</span> : null}
                </a>
              </li>
            )
          })}
        </ul>
        {isMissing ? null : (
          <div className="country-map-map no-script-hidden">
            {Map ? (
              <Map
                counts={choices.countries}
                chosen={filters.countries}
                nameOf={country}
                onChoose={(code) => location.assign(discoverAddress(toggled(filters, 'countries', code)))}
              />
            ) : null}
            {!Map && isOpen ? (
              <p className="quiet small" role="status">
                {t('discover.map-loading')}
              </p>
            ) : null}
          </div>
        )}
      </div>
    </details>
  )
}

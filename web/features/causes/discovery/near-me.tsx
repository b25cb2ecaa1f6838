import { useState } from 'react'
import type { Filters } from '#modules/causes/discovery/rules/filters.ts'
import { useText } from '#web/lib/text.tsx'
import { discoverAddress } from './addresses.ts'

/** Longer than a visitor needs to answer the permission prompt. */
const timeoutMs = 60_000
const currentPlace = () =>
  new Promise<GeolocationCoordinates>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, { timeout: timeoutMs }),
  )

/**
 * Asks for the visitor's location and shows fundraisers in nearby countries. The location stays in the browser; the URL
 * contains countries only. If it is denied or unknown, the visitor chooses a country (content-13).
 */
export function NearMe({ filters, countries }: { readonly filters: Filters; readonly countries: readonly string[] }) {
  const t = useText()
  const [phase, setPhase] = useState<'idle' | 'asking' | 'refused'>('idle')
  async function showNearest() {
    if (phase === 'asking') return
    setPhase('asking')
    try {
      const [{ nearestCountries }, place] = await Promise.all([
        import('#modules/causes/discovery/rules/nearest-countries.ts'),
        currentPlace(),
      ])
      window.location.assign(discoverAddress({ ...filters, countries: nearestCountries(place, countries) }))
    } catch {
      setPhase('refused')
      const choice = document.querySelector<HTMLDetailsElement>('#countries')
      if (choice) choice.open = true
      choice?.querySelector('summary')?.focus()
    }
  }
  return (
    <>
      <button
        type="button"
        className="discover-chip"
        aria-describedby="near-me-hint"
        aria-disabled={phase === 'asking' || undefined}
        onClick={() => void showNearest()}
      >
        <svg
          width="16"
          height="16"
          viewBox="0 0 20 20"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        >
          <path d="M10 18s6-5.4 6-10a6 6 0 0 0-12 0c0 4.6 6 10 6 10z" />
          <circle cx="10" cy="8" r="2" />
        </svg>
        {t('discover.near-me')}
      </button>
      <span className="visually-hidden" id="near-me-hint">
        {t('discover.near-me-hint')}
      </span>
      <span role="status" className={phase === 'refused' ? 'discover-near-fault small' : 'visually-hidden'}>
        {phase === 'idle' ? '' : t(`discover.near-me-${phase}`)}
      </span>
    </>
  )
}

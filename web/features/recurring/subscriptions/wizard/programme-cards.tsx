import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import { useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { Sky } from '../plan-head.tsx'
import { pathOfProgramme } from './programme.ts'

export type ProgrammeOffer = { readonly programme: Programme; readonly signedUp: boolean }

/** Links to the platform's programmes. */
export function ProgrammeCards({
  offers,
  source,
  isCompact = false,
}: {
  readonly offers: readonly ProgrammeOffer[]
  readonly source: string
  /** Whether to omit the introduction and show less sky, on pages about something else. */
  readonly isCompact?: boolean
}) {
  const t = useText()
  return (
    <ul className={isCompact ? 'programme-cards programme-cards-compact' : 'programme-cards'}>
      {offers.map(({ programme, signedUp }) => (
        <li key={programme} className="programme-band programme-card" data-programme={programme}>
          <Sky programme={programme} />
          <div>
            <h3>{t(`programme.${programme}`)}</h3>
            {isCompact ? null : <p>{t(`programme.${programme}-lead`)}</p>}
          </div>
          {signedUp ? <Badge look="brand">✓ {t('programme.signed-up-short')}</Badge> : null}
          <a
            className="button button-light"
            href={`${pathOfProgramme(programme)}?src=${source}`}
            aria-label={t('programme.begin-named', { programme: t(`programme.${programme}`) })}
          >
            {t('programme.begin')}
          </a>
        </li>
      ))}
    </ul>
  )
}

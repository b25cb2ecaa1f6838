import '#web/features/recurring/subscriptions/programme.css'
import { renderContext } from '#server/pages/render-context.ts'
import { ProgrammeCards } from '#web/features/recurring/subscriptions/wizard/programme-cards.tsx'
import { programmesOf } from './programmes.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/scheduled-giving-index'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['recurring/plan-wizard', 'recurring/faults', 'recurring/programmes']

export const loader = async ({ context }: Route.LoaderArgs) => ({
  offers: await programmesOf(context.get(renderContext)),
})

/** The list of programmes. */
export default function ScheduledGivingIndex({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <div className="page stack-lg">
      <title>{t('programme.index-title')}</title>
      <div className="stack">
        <h1>{t('programme.index-title')}</h1>
        <p className="quiet">{t('programme.index-lead')}</p>
      </div>
      <h2 className="visually-hidden">{t('programme.all-programmes')}</h2>
      <ProgrammeCards offers={loaderData.offers} source="programmes" />
    </div>
  )
}

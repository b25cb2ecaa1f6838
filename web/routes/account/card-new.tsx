import '#web/features/money/cards/saved-card.css'
import '#web/features/money/giving/styles/checkout.css'
import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { mandateText } from '#modules/money/cards/rules/mandate.ts'
import { isUuid } from '#shared/ids.ts'
import { AddCard } from '#web/features/money/cards/add-card.tsx'
import { reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/card-new'

/** Requires recent authentication before the card is typed, so that it isn't typed in vain. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, payments, locale } = context.get(renderContext)
  // A card that is added for a plan leads back to the plan.
  const planId = new URL(request.url).searchParams.get('plan') ?? ''
  const here = `/account/cards/new${isUuid(planId) ? `?plan=${planId}` : ''}`
  requireSignIn(viewer, request)
  if (!(await api('GET /v4/cards', {})).canAdd) throw redirect(reauthenticationUrlFor(here))
  return {
    payments,
    mandate: mandateText(locale),
    ...(isUuid(planId)
      ? {
          here,
          back: `/account/giving/${planId}?edit=card`,
          saved: `/account/giving/${planId}?edit=card&added=yes#edit`,
        }
      : {}),
  }
}

export default function AccountCardNew({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <>
      <div className="stack">
        <h1>{t('cards.new-title')}</h1>
        <p className="quiet">{t('cards.new-lead')}</p>
      </div>
      <AddCard {...loaderData} />
    </>
  )
}

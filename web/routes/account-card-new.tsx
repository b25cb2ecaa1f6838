import '../styles/cards.css'
import '../styles/giving.css'
import { redirect } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { mandateText } from '#modules/cards/rules/mandate.ts'
import { AddCard } from '../features/cards/add-card.tsx'
import { useText } from '../lib/text.tsx'
import type { Route } from './+types/account-card-new'

/** Whoever logged in longer ago shows who they are before they type a card, not after. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, viewer, payments, locale } = context.get(renderContext)
  if (!viewer.isSignedIn) throw redirect(`/login?redirectUrl=${encodeURIComponent('/account/cards/new')}`)
  if (!(await api('GET /v4/cards', {})).mayAdd) throw redirect(`/account/again?redirectUrl=${encodeURIComponent('/account/cards/new')}`)
  return { payments, mandate: mandateText(locale) }
}

export default function AccountCardNew({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <>
      <title>{t('cards.new-title')}</title>
      <div className="stack">
        <h1>{t('cards.new-title')}</h1>
        <p className="quiet">{t('cards.new-lead')}</p>
      </div>
      <AddCard {...loaderData} />
    </>
  )
}

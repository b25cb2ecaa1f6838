import '#web/features/money/cards/saved-card.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { BrandIcon } from '#web/features/money/cards/brand-icon.tsx'
import { cardName, formatExpiry, type SavedCard } from '#web/features/money/cards/card-text.ts'
import { planName } from '#web/features/recurring/subscriptions/plan-text.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/cards'

const done = ['saved', 'removed', 'made-default'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const url = new URL(request.url)
  // The layout redirects visitors without a session; no data is loaded for them.
  requireSignIn(viewer, request)
  // The challenge page redirects here if it couldn't be shown in a dialog.
  const setupId = url.searchParams.get('setup')
  let problem = ''
  if (setupId !== null) {
    try {
      const { status } = await api('POST /v4/card-setups/:setupId', { setupId })
      throw redirect(`/account/cards${status === 'saved' ? '?done=saved' : ''}`)
    } catch (error) {
      if (error instanceof Response) throw error
      problem = refusalOf(error).message
    }
  }
  const { cards } = await api('GET /v4/cards', {})
  const removing = url.searchParams.get('remove')
  // The plans that a card pays for are shown before it is removed, since they then need another card.
  const plans =
    removing === null ? [] : (await api('GET /v4/users/:userId/subscriptions', { userId: viewer.id })).subscriptions
  return {
    cards,
    plans: plans.filter(({ card, status }) => status === 'active' && card?.id === removing),
    problem,
    asksToRemove: removing,
    done: done.find((option) => url.searchParams.get('done') === option) ?? null,
  }
}

/** Plain forms: `remove` deletes a card, `default` makes it the preselected one. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  const form = await postedForm(request)
  const cardId = postedText(form, 'card', 64)
  try {
    switch (postedText(form, 'intent', 10)) {
      case 'remove':
        await api('DELETE /v4/cards/:cardId', { cardId })
        return redirect('/account/cards?done=removed', 303)
      case 'default':
        await api('POST /v4/cards/:cardId/default', { cardId })
        return redirect('/account/cards?done=made-default', 303)
      default:
        throw data(null, { status: 400 })
    }
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.class === 'authentication') return redirectToLogin('/account/cards')
    throw data(null, { status: error.status })
  }
}

export default function AccountCards({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { cards, plans, asksToRemove, problem } = loaderData
  return (
    <>
      <title>{t('cards.title')}</title>
      <div className="page-head">
        <div className="stack">
          <h1>{t('cards.title')}</h1>
          <p className="quiet">{t('cards.lead')}</p>
        </div>
        {cards.length > 0 ? (
          <a className="button button-primary" href="/account/cards/new">
            {t('cards.add')}
          </a>
        ) : null}
      </div>
      {problem ? (
        <p className="notice notice-problem" role="alert">
          {problem}
        </p>
      ) : null}
      {loaderData.done ? (
        <p className="notice" role="status">
          {t(`cards.${loaderData.done}`)}
        </p>
      ) : null}
      {cards.length === 0 ? (
        <EmptyState title={t('cards.empty')}>
          <p className="quiet">{t('cards.empty-text')}</p>
          <p>
            <a className="button button-primary" href="/account/cards/new">
              {t('cards.add-first')}
            </a>
          </p>
        </EmptyState>
      ) : (
        <ul className="saved-card-list">
          {cards.map((card) => (
            <li key={card.id} id={card.id}>
              <OneCard card={card} isRemoving={card.id === asksToRemove} plans={plans} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type Plans = Route.ComponentProps['loaderData']['plans']

function OneCard({
  card,
  isRemoving,
  plans,
}: {
  readonly card: SavedCard
  readonly isRemoving: boolean
  readonly plans: Plans
}) {
  const t = useText()
  const name = cardName(t, card)
  return (
    <article className="card card-in saved-card" aria-label={name}>
      <div className="row-apart">
        <BrandIcon brand={card.brand} />
        {card.isDefault ? <Badge look="brand">{t('cards.default')}</Badge> : null}
      </div>
      <div>
        <p className="strong">{name}</p>
        <p className={card.expiry === 'valid' ? 'quiet' : 'saved-card-warning'}>{formatExpiry(t, card)}</p>
        {card.expiry === 'expiring' ? <p className="quiet small">{t('cards.expiring-hint')}</p> : null}
      </div>
      {isRemoving ? (
        <form method="post" action="/account/cards" className="notice stack">
          <p className="strong">{t('cards.remove-question')}</p>
          <p className="small">{t('cards.remove-text')}</p>
          {plans.length > 0 ? (
            <div className="small">
              <p className="strong">{t('cards.remove-plans')}</p>
              <ul>
                {plans.map((plan) => (
                  <li key={plan.id}>
                    <a href={`/account/giving/${plan.id}`}>{planName(t, plan)}</a>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
          <input type="hidden" name="card" value={card.id} />
          <div className="columns">
            <a className="button button-quiet" href="/account/cards">
              {t('cards.remove-no')}
            </a>
            <Button look="danger" name="intent" value="remove">
              {t('cards.remove-yes')}
            </Button>
          </div>
        </form>
      ) : (
        <div className="saved-card-actions">
          {card.isDefault ? null : (
            <form method="post" action="/account/cards">
              <input type="hidden" name="card" value={card.id} />
              <button
                className="link-button"
                name="intent"
                value="default"
                aria-label={t('cards.make-default-one', { card: name })}
              >
                {t('cards.make-default')}
              </button>
            </form>
          )}
          <a
            className="link-button"
            href={`/account/cards?remove=${card.id}#${card.id}`}
            aria-label={t('cards.remove-one', { card: name })}
          >
            {t('cards.remove')}
          </a>
        </div>
      )}
    </article>
  )
}

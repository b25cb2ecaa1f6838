import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { postedChoice } from '#web/features/faith/qurbani/donation/posted-choice.ts'
import { QurbaniDonation } from '#web/features/faith/qurbani/donation/qurbani-donation.tsx'
import { shownDonation } from '#web/features/faith/qurbani/donation/shown-donation.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/choice'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/qurbani-fulfilment', 'faith/faults', 'platform/faults']

/**
 * The page of the link in the email about a Qurbani that wasn't performed, which needs no login. Opening it changes
 * nothing, because email programs open links by themselves.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, locale } = context.get(renderContext)
  const token = (new URL(request.url).searchParams.get('token') ?? '').slice(0, 300)
  try {
    return { donation: shownDonation(await api('GET /v4/qurbani-choices', { token }), locale), token }
  } catch (error) {
    if (isProblem(error) && error.status < 500) return data({ donation: null, token: '' }, { status: 404 })
    throw error
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const token = postedText(form, 'token', 300)
  try {
    await api('POST /v4/qurbani-choices', { token, ...postedChoice(form) })
    return redirect(`/qurbani-choice?${new URLSearchParams({ token })}`, 303)
  } catch (error) {
    const { message, status } = refusalOf(error)
    return data({ message }, { status })
  }
}

/** Lets a donor choose a refund or sadaqah for a Qurbani that wasn't performed in time (qurbani-12). */
export default function QurbaniChoice({ loaderData: { donation, token }, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t(donation ? 'qurbani-donation.title' : 'qurbani-donation.dead')
  return (
    <div className="page narrow-page stack-lg">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      {actionData?.message ? (
        <p className="notice notice-problem" role="alert">
          {actionData.message}
        </p>
      ) : null}
      {donation ? (
        <QurbaniDonation donation={donation} token={token} />
      ) : (
        <>
          <p>{t('qurbani-donation.dead-text')}</p>
          <p>
            <a className="button button-primary" href="/account/donations">
              {t('qurbani-donation.log-in')}
            </a>
          </p>
        </>
      )}
    </div>
  )
}

import { data } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/refund-duplicate'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/refunds', 'platform/faults', 'money/faults']

/**
 * The page of the link in a duplicate donation's receipt email, which needs no login. Opening it changes nothing,
 * because email programs open links by themselves.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(renderContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    return { donation: await api('GET /v4/duplicate-refunds', { token }), token }
  } catch (error) {
    if (isProblem(error) && error.status < 500) return data({ donation: null, token: '' }, { status: 404 })
    throw error
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const token = postedText(await postedForm(request), 'token', 300)
  try {
    await api('POST /v4/duplicate-refunds', { token })
    return { message: null }
  } catch (error) {
    const { message, status } = refusalOf(error)
    return data({ message }, { status })
  }
}

export default function RefundDuplicate({ loaderData: { donation, token }, actionData }: Route.ComponentProps) {
  const t = useText()
  const openOrDone = donation?.state === 'open' ? 'refund-duplicate.title' : 'refund-duplicate.done'
  const title = t(donation ? openOrDone : 'refund-duplicate.dead')
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
        <>
          <p>
            <span className="strong">
              <Amount minor={donation.total} currency={donation.currency} fractions="always" />
            </span>{' '}
            · <bdi>{donation.campaign}</bdi>
          </p>
          <p role={donation.state === 'refunded' ? 'status' : undefined}>
            {t(`refund-duplicate.text-${donation.state}`)}
          </p>
          {donation.state === 'open' ? (
            <form method="post">
              <input type="hidden" name="token" value={token} />
              <Button type="submit">{t('refund-duplicate.submit')}</Button>
            </form>
          ) : null}
        </>
      ) : (
        <p>{t('refund-duplicate.dead-text')}</p>
      )}
    </div>
  )
}

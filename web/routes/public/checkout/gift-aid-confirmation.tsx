import { data } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatMoney, money } from '#shared/money.ts'
import { isolate } from '#shared/text.ts'
import { isProblem } from '#shared/problem.ts'
import { charityName, dayText } from '#web/features/money/gift-aid/overview.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/gift-aid-confirmation'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/gift-aid', 'platform/faults']

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('token') ?? ''

/**
 * The page of the link in a mail to an anonymous donor, which needs no login (gift-aid-6). Opening it changes nothing,
 * because email programs open links by themselves.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  try {
    return await context.get(renderContext).api('GET /v4/gift-aid/confirmation', { token: tokenOf(request) })
  } catch (error) {
    if (isProblem(error) && error.status < 500) return data(null, { status: 404 })
    throw error
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  try {
    return await context.get(renderContext).api('POST /v4/gift-aid/confirmation', { token: tokenOf(request) })
  } catch (error) {
    if (isProblem(error) && error.status < 500) return data(null, { status: 404 })
    throw error
  }
}

export default function GiftAidConfirmation({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const view = actionData ?? loaderData
  if (!view)
    return (
      <div className="page empty">
        <title>{t('gift-aid.confirm-expired')}</title>
        <h1>{t('gift-aid.confirm-expired')}</h1>
        <p className="quiet">{t('gift-aid.confirm-expired-text')}</p>
      </div>
    )
  const donation = t('gift-aid.confirm-donation', {
    amount: isolate(formatMoney(money(BigInt(view.gift), view.currency), locale)),
    charity: isolate(charityName({ name: view.organization, nameAr: view.organizationAr }, locale)),
    day: dayText(view.givenOn, locale),
  })
  return (
    <div className="page stack-lg">
      <title>{t('gift-aid.confirm-title')}</title>
      <meta name="robots" content="noindex" />
      <h1>{t('gift-aid.confirm-title')}</h1>
      <p className="strong">{donation}</p>
      {view.isConfirmed ? (
        <p className="notice" role="status">
          {t('gift-aid.confirm-done')}
        </p>
      ) : (
        <>
          <p>{t('gift-aid.confirm-text')}</p>
          <form method="post">
            <Button>{t('gift-aid.confirm-yes')}</Button>
          </form>
          <p className="quiet small">{t('gift-aid.confirm-no')}</p>
        </>
      )}
    </div>
  )
}

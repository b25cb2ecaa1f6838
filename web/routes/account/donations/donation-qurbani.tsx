import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { postedChoice } from '#web/features/faith/qurbani/donation/posted-choice.ts'
import { QurbaniDonation } from '#web/features/faith/qurbani/donation/qurbani-donation.tsx'
import { shownDonation } from '#web/features/faith/qurbani/donation/shown-donation.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/donation-qurbani'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/qurbani-fulfilment', 'faith/faults']

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, locale, viewer } = context.get(renderContext)
  if (!viewer.isSignedIn) throw redirectToLogin(new URL(request.url).pathname)
  try {
    const found = await api('GET /v4/account/donations/:donationId/qurbani', { donationId: params.donationId })
    return { donationId: params.donationId, donation: shownDonation(found, locale) }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw data(null, { status: 404 })
    throw error
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf, viewer } = context.get(renderContext)
  const here = `/account/donations/${encodeURIComponent(params.donationId)}/qurbani`
  const form = await formOfOwner({ context, request })
  if (!viewer.isSignedIn) return redirectToLogin(here)
  try {
    await api('POST /v4/account/donations/:donationId/qurbani-choice', {
      donationId: params.donationId,
      ...postedChoice(form),
    })
    return redirect(here, 303)
  } catch (error) {
    const { message, status } = refusalOf(error)
    return data({ message }, { status })
  }
}

/** The status of a donation's Qurbani shares (qurbani-11), and the choice for those that weren't performed. */
export default function DonationQurbani({ loaderData: { donationId, donation }, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('qurbani-donation.title')
  return (
    <>
      <title>{title}</title>
      <p>
        <a href={`/account/donations/${donationId}`}>{t('qurbani-donation.back')}</a>
      </p>
      <h1>{title}</h1>
      {actionData?.message ? (
        <p className="notice notice-problem" role="alert">
          {actionData.message}
        </p>
      ) : null}
      <QurbaniDonation donation={donation} />
    </>
  )
}

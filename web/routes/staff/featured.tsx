import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { applyOrderChange } from '#web/lib/change-order.ts'
import { OrderedCampaigns, OrderNotice } from '#web/features/causes/discovery/ordered-campaigns.tsx'
import { spotName } from '#web/features/causes/discovery/spot-name.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Select } from '#web/ui/field.tsx'
import '#web/features/trust/moderation/desk.css'
import type { Route } from './+types/featured'

const spotIn = (request: Request): string => {
  const spot = new URL(request.url).searchParams.get('spot') ?? ''
  return /^[a-z0-9_-]{1,40}$/.test(spot) ? spot : 'general'
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, query }) => {
    const spot = spotIn(args.request)
    const found = await api('GET /v4/staff/featured', { adSpotType: spot })
    return { ...found, spot, moved: query.get('moved'), done: query.get('done') }
  })

/** Plain forms: an entry of `kind` is added, moved or removed. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf, sentencesOf } = context.get(renderContext)
  const adSpotType = spotIn(request)
  const form = await formOfOwner({ context, request })
  const kind = postedText(form, 'kind', 20) === 'general-fund' ? 'general-fund' : 'fundraiser'
  const here = `/staff/featured?spot=${adSpotType}`
  try {
    const now = await api('GET /v4/staff/featured', { adSpotType })
    const ids = (kind === 'fundraiser' ? now.fundraisers : now.charities).map(({ id }) => id)
    const changed = await applyOrderChange(api, form, ids, kind)
    if (!changed) throw data(null, { status: 400 })
    await api('PUT /v4/staff/featured', { adSpotType, kind, campaignIds: changed.ids, loaded: ids })
    return redirect(`${here}${changed.query.replace('?', '&')}`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    const fields = refused.fields.campaignIds ? sentencesOf({ campaign: { code: 'order-changed' } }) : refused.fields
    return data(
      { refused: { ...refused, fields }, kind, typed: postedText(form, 'campaign', 600) },
      { status: refused.status },
    )
  }
}

/** The featured fundraisers, in order. */
export default function StaffFeatured({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { spot, adSpots, fundraisers, charities } = loaderData
  const title = t('curating.featured')
  const prefix = actionData?.kind === 'general-fund' ? 'charities-' : 'fundraisers-'
  const part = (kind: 'fundraiser' | 'general-fund') => ({
    fields: { kind },
    typed: actionData?.kind === kind ? actionData.typed : undefined,
    error: actionData?.kind === kind ? (actionData.refused.fields.campaign ?? actionData.refused.message) : undefined,
    empty: t('curating.none-first'),
  })
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('curating.featured-lead')}</p>
      </div>
      <ErrorSummary
        title={t('shell.problem')}
        wrong={toFormErrors(actionData?.refused, 'campaign').map((item) => ({ ...item, id: prefix + item.id }))}
      />
      {actionData ? null : (
        <OrderNotice
          moved={loaderData.moved}
          done={loaderData.done}
          campaigns={fundraisers.some(({ id }) => id === loaderData.moved) ? fundraisers : charities}
        />
      )}
      <form method="get" className="desk-add" action="/staff/featured">
        <Select id="spot" label={t('curating.spot')} defaultValue={spot}>
          {(adSpots.includes(spot) ? adSpots : [...adSpots, spot]).map((text) => (
            <option key={text} value={text}>
              {spotName(t, text)}
            </option>
          ))}
        </Select>
        <button className="button button-quiet">{t('curating.show')}</button>
      </form>
      <OrderedCampaigns
        id="fundraisers"
        title={t('curating.fundraisers')}
        campaigns={fundraisers}
        addLabel={t('curating.add-fundraiser')}
        {...part('fundraiser')}
      />
      <OrderedCampaigns
        id="charities"
        title={t('curating.charities')}
        campaigns={charities}
        addLabel={t('curating.add-charity')}
        {...part('general-fund')}
      />
    </>
  )
}
